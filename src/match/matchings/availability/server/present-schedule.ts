import { and, asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { findFair } from '#match/fairs/server/read-fairs.ts'
import { type FairRow, fairSlots } from '#match/fairs/table.ts'
import type { Way } from '#match/participants/contract.ts'
import { latestStart } from '../../rules.ts'
import { freeTimes } from '../../table.ts'
import type { availability as contract } from '../contract.ts'
import { findFittingSellers, listBusySlots } from './find-fitting-sellers.ts'
import { findOwnBuyer } from './find-own-buyer.ts'
import { findDraft } from './save-draft.ts'

type Schedule = z.input<typeof contract.schedule.answer>

const slotsOf = (context: Context, fairId: string) =>
  context.database
    .select()
    .from(fairSlots)
    .where(and(eq(fairSlots.fairId, fairId), eq(fairSlots.closed, false)))
    .orderBy(asc(fairSlots.startsAt))

const nameOf = (context: Context, { names, company }: { names: object; company: string }) =>
  textIn(context.locale, { ...names, ko: company })

/** Returns the breaks of a fair in the reader's language. */
export const breaksOf = (context: Context, { breaks }: FairRow) =>
  breaks.map(({ startAt, endAt, title }) => ({ startAt, endAt, title: textIn(context.locale, title) }))

/** Returns the grid of a fair with the free times of the caller's company. */
export const presentSchedule = async (context: Context, fairId: string): Promise<Schedule> => {
  const fair = await findFair(context, fairId)
  const buyer = await findOwnBuyer(context, fairId)
  const [slots, savedTimes, held, met, fitting, drafted] = await Promise.all([
    slotsOf(context, fairId),
    context.database
      .select({ slotId: freeTimes.slotId, way: sql<Way>`coalesce(${freeTimes.wish}, ${freeTimes.way})` })
      .from(freeTimes)
      .where(and(eq(freeTimes.fairId, fairId), eq(freeTimes.buyerId, buyer.id), eq(freeTimes.withdrawn, false))),
    context.database.execute<{ slot_id: string }>(sql`
      SELECT DISTINCT slot_id FROM matching_picks WHERE fair_id = ${fairId} AND buyer_id = ${buyer.id}`),
    context.database.execute<{ slot_id: string; id: string; names: object; company: string }>(sql`
      SELECT coalesce(kept.slot_id, matchings.slot_id) AS slot_id, matchings.id, profile.names, company.name AS company
      FROM matchings JOIN match_profiles AS profile ON profile.id = matchings.seller_id
        JOIN companies AS company ON company.id = profile.company_id
        LEFT JOIN withheld_matchings AS kept ON kept.matching_id = matchings.id
      WHERE matchings.fair_id = ${fairId} AND matchings.buyer_id = ${buyer.id}
        AND CASE WHEN kept.matching_id IS NULL THEN matchings.slot_id ELSE kept.slot_id END IS NOT NULL`),
    findFittingSellers(context, fairId, buyer),
    findDraft(context, fair, buyer.id),
  ])
  const ways = new Map(savedTimes.map(({ slotId, way }) => [slotId, way]))
  const offered = new Set(held.rows.map((row) => row.slot_id))
  const meetings = new Map(met.rows.map((row) => [row.slot_id, row]))
  const soonest = latestStart(context.now().getTime())
  return {
    fair: { _id: fair.id, title: textIn(context.locale, fair.title), slotMinutes: fair.slotMinutes, phase: fair.phase },
    timeZone: buyer.timeZone,
    breaks: breaksOf(context, fair),
    sellers: fitting.map(({ busy, ...seller }) => ({ ...seller, busy: listBusySlots(busy, slots) })),
    updatedAt: null,
    buyerType: buyer.buyerType ?? 'online',
    ...drafted,
    slots: slots.map(({ id, startsAt, endsAt }) => {
      const meeting = meetings.get(id)
      return {
        _id: id,
        startAt: startsAt.toISOString(),
        endAt: endsAt.toISOString(),
        way: ways.get(id) ?? null,
        held: offered.has(id),
        past: startsAt.getTime() <= soonest,
        meeting: meeting ? { matching: meeting.id, company: nameOf(context, meeting) } : null,
      }
    }),
  }
}
