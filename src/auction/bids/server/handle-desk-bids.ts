import { eq, sql } from 'drizzle-orm'
import { auctionsTable } from '#auction/auctions/table.ts'
import { readLots, selectWorks } from '#auction/works/server/find-works.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { recordPersonalAccess } from '#kit/audit/personal-access.ts'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Handlers } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { type bids as contract, defaultHistoryRows } from '../contract.ts'
import { findDeskLot, presentDeskHistory } from './present-desk-history.ts'
import { hasRobots, scheduleRobot } from './run-demo-robot.ts'
import { flushRefusals } from './store-refusals.ts'
import { countWatchers } from './stream-lots.ts'
import { voidBids } from './void-bids.ts'

export const deskHandlers: Pick<Handlers<typeof contract>, 'deskHistory' | 'void' | 'robot' | 'desk'> = {
  async deskHistory(context, { params, query }) {
    await flushRefusals(context.services)
    const work = await findDeskLot(context, params.work)
    const history = await presentDeskHistory(context, work, query)
    await recordPersonalAccess(context, {
      act: 'read',
      entity: 'bids',
      entityId: work.id,
      summary: `LOT ${work.lot}`,
      of: null,
      fields: ['name'],
    })
    return history
  },

  void: (context, { params, body }) =>
    context.transaction(async (within) => {
      await voidBids(within, params, body.reason)
      return presentDeskHistory(within, await findDeskLot(within, params.work), { limit: defaultHistoryRows })
    }),

  robot: (context, { params, body }) =>
    context.transaction(async (within) => {
      const [program] = (await hasRobots(within))
        ? await changeRows(within, auctionsTable, {
            robotUntil: body.minutes === 0 ? null : sql`clock_timestamp() + make_interval(mins => ${body.minutes})`,
          })
            .where(eq(auctionsTable.id, params.id))
            .returning()
        : []
      if (!program) throw new AppError('not_found')
      if (program.robotUntil) await scheduleRobot(within, program.id, 0)
      await writeAudit(within, {
        action: 'update',
        entity: 'programs',
        entityId: program.id,
        summary: program.title.ko,
        after: { robotUntil: program.robotUntil?.toISOString() ?? null },
      })
      return { robot: { until: program.robotUntil?.toISOString() ?? null } }
    }),

  async desk(context, { params }) {
    const [program] = await context.database
      .select({ id: auctionsTable.id, robotUntil: auctionsTable.robotUntil })
      .from(auctionsTable)
      .where(eq(auctionsTable.id, params.id))
    if (!program) throw new AppError('not_found')
    const [{ now, lots }, found] = await Promise.all([
      readLots(context, sql`work.program_id = ${params.id}::uuid`),
      selectWorks(context).where(eq(auctionWorks.program, params.id)),
    ])
    const pictures = await findFiles(
      context,
      found.map(({ work }) => work.pictures[0]),
    )
    return {
      now,
      robot: (await hasRobots(context))
        ? { until: program.robotUntil && program.robotUntil > new Date(now) ? program.robotUntil.toISOString() : null }
        : null,
      watchers: countWatchers(context.services, params.id),
      lots: lots.map((lot) => {
        const row = found.find(({ work }) => work.id === lot._id)
        return {
          ...lot,
          title: textIn(context.locale, row?.work.title),
          author: row?.author ? textIn(context.locale, row.author.name) : null,
          picture: pictureOf(pictures, row?.work.pictures[0]),
        }
      }),
    }
  },
}
