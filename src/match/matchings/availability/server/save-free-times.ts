import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { sqlState } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { findFair } from '#match/fairs/server/read-fairs.ts'
import { type FairRow, fairSlots } from '#match/fairs/table.ts'
import type { Way } from '#match/participants/contract.ts'
import { requireOwnProfile } from '#match/participants/server/read-profiles.ts'
import { type ProfileRow, participations } from '#match/participants/table.ts'
import type { matchings as contract } from '../../contract.ts'
import { latestStart } from '../../rules.ts'
import { freeTimes } from '../../table.ts'
import { busyAt, findFittingSellers } from './find-fitting-sellers.ts'
import { clearDraft, findDraft, lockParticipation } from './save-draft.ts'

type Schedule = z.input<typeof contract.schedule.answer>

/** Returns the profile of the caller's company as an approved buyer of a fair; throws `not_found`. */
export const findOwnBuyer = async (context: Context, fairId: string): Promise<ProfileRow> => {
  const buyer = await requireOwnProfile(context, 'buyer')
  const [part] = await context.database
    .select({ id: participations.id })
    .from(participations)
    .where(
      and(
        eq(participations.fairId, fairId),
        eq(participations.profileId, buyer.id),
        eq(participations.state, 'approved'),
      ),
    )
  if (!part) throw new AppError('not_found')
  return buyer
}

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
  const [slots, given, held, met, fitting, drafted] = await Promise.all([
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
  const ways = new Map(given.map(({ slotId, way }) => [slotId, way]))
  const offered = new Set(held.rows.map((row) => row.slot_id))
  const meetings = new Map(met.rows.map((row) => [row.slot_id, row]))
  const soonest = latestStart(context.now().getTime())
  return {
    fair: { _id: fair.id, title: textIn(context.locale, fair.title), slotMinutes: fair.slotMinutes, phase: fair.phase },
    timeZone: buyer.timeZone,
    breaks: breaksOf(context, fair),
    sellers: fitting.map(({ busy, ...seller }) => ({ ...seller, busy: busyAt(busy, slots) })),
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

/**
 * SQL condition: a meeting occupies the time, its companies do not see it there, and no offer that they see holds the
 * time.
 */
const isHidden = sql`NOT EXISTS (SELECT FROM matching_picks AS pick WHERE pick.fair_id = ${freeTimes.fairId}
    AND pick.buyer_id = ${freeTimes.buyerId} AND pick.slot_id = ${freeTimes.slotId})
  AND EXISTS (SELECT FROM matchings JOIN withheld_matchings AS kept ON kept.matching_id = matchings.id
  WHERE matchings.fair_id = ${freeTimes.fairId} AND matchings.buyer_id = ${freeTimes.buyerId}
    AND matchings.slot_id = ${freeTimes.slotId}
    AND kept.slot_id IS DISTINCT FROM matchings.slot_id)`

/** SQL condition: the slot is open. Closed slots are not on the grid; the operator settles the meetings in them. */
const onOpen = sql`${freeTimes.slotId} IN (SELECT id FROM fair_slots WHERE NOT closed)`

/**
 * Replaces the free times of the caller's company. A time that an offer or a meeting needs cannot be removed or change
 * its way: the foreign keys refuse it (`matching_used`). The answer reveals no unreleased meeting: the time is shown as
 * the buyer gives it, and the meeting stays. If `version` is given, throws `matching_drawn` after a concurrent draft or
 * save. Clears the draft.
 */
export const replaceTimes = async (
  context: Context,
  fairId: string,
  { times, version }: { times: readonly { slot: string; way: Way }[]; version?: number | undefined },
): Promise<void> => {
  const given = new Map(times.map(({ slot, way }) => [slot, way]))
  try {
    await context.transaction(async (within) => {
      const buyer = await findOwnBuyer(within, fairId)
      // Serialize saves from two windows, so that the last one counts and not a mixture of both.
      await lockParticipation(within, { fairId, buyerId: buyer.id })
      await clearDraft(within, { fairId, buyerId: buyer.id, version })
      const ids = [...given.keys()]
      const known = await within.database
        .select({ id: fairSlots.id })
        .from(fairSlots)
        .where(and(eq(fairSlots.fairId, fairId), eq(fairSlots.closed, false), inArray(fairSlots.id, ids)))
      if (known.length < ids.length) throw new AppError('invalid', { fields: { times: 'matching_grid' } })
      const mine = and(eq(freeTimes.fairId, fairId), eq(freeTimes.buyerId, buyer.id))
      const left = and(mine, ids.length > 0 ? sql`${freeTimes.slotId} NOT IN ${ids}` : undefined)
      // The time has an unreleased meeting: hide the time from the buyer and keep the meeting.
      await within.database
        .update(freeTimes)
        .set({ withdrawn: true })
        .where(and(left, isHidden, onOpen))
      await within.database.delete(freeTimes).where(and(left, eq(freeTimes.withdrawn, false), onOpen))
      if (ids.length > 0)
        await within.database
          .insert(freeTimes)
          .values([...given].map(([slotId, way]) => ({ fairId, buyerId: buyer.id, slotId, way })))
          .onConflictDoUpdate({
            target: [freeTimes.fairId, freeTimes.buyerId, freeTimes.slotId],
            set: {
              way: sql`CASE WHEN ${isHidden} THEN ${freeTimes.way} ELSE excluded.way END`,
              wish: sql`CASE WHEN ${freeTimes.way} <> excluded.way AND ${isHidden} THEN excluded.way END`,
              withdrawn: false,
            },
            setWhere: sql`coalesce(${freeTimes.wish}, ${freeTimes.way}) <> excluded.way OR ${freeTimes.withdrawn}`,
          })
      const { rows: seenThere } = await within.database.execute(sql`
        SELECT FROM withheld_matchings AS kept JOIN matchings ON matchings.id = kept.matching_id
        WHERE kept.fair_id = ${fairId} AND matchings.buyer_id = ${buyer.id}
          AND kept.slot_id IN (SELECT id FROM fair_slots WHERE NOT closed)
          AND NOT EXISTS (SELECT FROM free_times AS given WHERE given.fair_id = kept.fair_id
            AND given.buyer_id = matchings.buyer_id AND given.slot_id = kept.slot_id AND NOT given.withdrawn
            AND coalesce(given.wish, given.way) = kept.way)`)
      if (seenThere.length > 0) throw new AppError('conflict', { fields: { times: 'matching_used' } })
      await publishEvent(
        within,
        { users: [within.principal.userId], scope: 'console:fairs' },
        { topic: 'schedules', id: fairId },
      )
    })
  } catch (error) {
    if (sqlState(error) === '23503') throw new AppError('conflict', { fields: { times: 'matching_used' } })
    throw error
  }
}
