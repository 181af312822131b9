import { sql } from 'drizzle-orm'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Handlers } from '#kit/server/context.ts'
import { findFair } from '#match/fairs/server/read-fairs.ts'
import type { checkins as contract } from '../contract.ts'
import { listFairDays, loadCheckInData } from './load-check-in-data.ts'
import { recordCheckIn } from './record-check-in.ts'

export const checkinHandlers: Handlers<typeof contract> = {
  async door(context, { params }) {
    const fair = await findFair(context, params.id)
    const door = await loadCheckInData(context, fair)
    await recordPersonalAccess(context, {
      act: 'export',
      entity: 'checkins',
      entityId: fair.id,
      of: null,
      fields: ['contactName'],
      count: door.badges.length,
    })
    return { door }
  },

  async arrive(context, { params, body }) {
    const fair = await findFair(context, params.id)
    const days = await listFairDays(context, fair)
    const outcomes = await context.transaction(async (within) => {
      const recorded = []
      // Sorted, so that two devices sending the same check-ins do not deadlock.
      for (const arrival of body.arrivals.toSorted((one, other) => (one.code < other.code ? -1 : 1)))
        recorded.push({ ...arrival, ...(await recordCheckIn(within, fair, days, arrival)) })
      const came = recorded.filter(({ result }) => result === 'in').length
      if (came > 0) {
        await writeAudit(within, {
          action: 'arrive',
          entity: 'checkins',
          entityId: fair.id,
          summary: fair.title.ko,
          after: { came },
        })
        await publishEvent(within, { scope: 'console:fairs' }, { topic: 'checkins', id: fair.id })
      }
      return recorded
    })
    return { outcomes }
  },

  async undo(context, { params, body }) {
    const fair = await findFair(context, params.id)
    return context.transaction(async (within) => {
      const { rowCount } = await within.database.execute(sql`
        DELETE FROM fair_checkins AS came USING fair_badges AS badge, participations AS part
        WHERE badge.code = ${body.code} AND part.id = badge.participation_id AND part.fair_id = ${fair.id}
          AND came.participation_id = part.id AND came.day = ${body.day}::date`)
      if (rowCount === 1) {
        await writeAudit(within, {
          action: 'undo_arrival',
          entity: 'checkins',
          entityId: fair.id,
          summary: fair.title.ko,
          after: { day: body.day },
        })
        await publishEvent(within, { scope: 'console:fairs' }, { topic: 'checkins', id: fair.id })
      }
      return { removed: rowCount === 1 }
    })
  },
}
