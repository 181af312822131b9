import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { sqlState } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { findFair } from '#match/fairs/service.ts'
import { fairSlots } from '#match/fairs/table.ts'
import type { Way } from '#match/participants/contract.ts'
import { ownProfile } from '#match/participants/service.ts'
import { type ProfileRow, participations } from '#match/participants/table.ts'
import type { matchings as contract } from './contract.ts'
import { latestStart } from './rules.ts'
import type { FoundMatching } from './service.ts'
import { freeTimes } from './table.ts'

type Schedule = z.input<typeof contract.schedule.answer>
type PickSlot = z.input<typeof contract.schedules.answer>['slots'][number]

/** The own company as an approved buyer of a fair; throws `not_found` where it is none. */
export const ownBuyer = async (context: Context, fairId: string): Promise<ProfileRow> => {
  const buyer = await ownProfile(context, 'buyer')
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

/** The grid of a fair with what the own company gave as a buyer. */
export const presentSchedule = async (context: Context, fairId: string): Promise<Schedule> => {
  const fair = await findFair(context, fairId)
  const buyer = await ownBuyer(context, fairId)
  const [slots, given, held, met] = await Promise.all([
    slotsOf(context, fairId),
    context.database
      .select({ slotId: freeTimes.slotId, way: freeTimes.way })
      .from(freeTimes)
      .where(and(eq(freeTimes.fairId, fairId), eq(freeTimes.buyerId, buyer.id), eq(freeTimes.withdrawn, false))),
    context.database.execute<{ slot_id: string }>(sql`
      SELECT DISTINCT slot_id FROM matching_picks WHERE fair_id = ${fairId} AND buyer_id = ${buyer.id}`),
    context.database.execute<{ slot_id: string; id: string; names: object; company: string }>(sql`
      SELECT coalesce(kept.slot_id, matchings.slot_id) AS slot_id, matchings.id, profile.names, company.name AS company
      FROM matchings JOIN match_profiles AS profile ON profile.id = matchings.seller_id
        JOIN companies AS company ON company.id = profile.company_id
        LEFT JOIN matching_unreleased AS kept ON kept.matching_id = matchings.id AND kept.released_at IS NULL
      WHERE matchings.fair_id = ${fairId} AND matchings.buyer_id = ${buyer.id}
        AND CASE WHEN kept.matching_id IS NULL THEN matchings.slot_id ELSE kept.slot_id END IS NOT NULL`),
  ])
  const ways = new Map(given.map(({ slotId, way }) => [slotId, way]))
  const offered = new Set(held.rows.map((row) => row.slot_id))
  const meetings = new Map(met.rows.map((row) => [row.slot_id, row]))
  return {
    fair: { _id: fair.id, title: textIn(context.locale, fair.title), slotMinutes: fair.slotMinutes, phase: fair.phase },
    timeZone: buyer.timeZone,
    updatedAt: null,
    buyerType: buyer.buyerType ?? 'online',
    slots: slots.map(({ id, startsAt, endsAt }) => {
      const meeting = meetings.get(id)
      return {
        _id: id,
        startAt: startsAt.toISOString(),
        endAt: endsAt.toISOString(),
        way: ways.get(id) ?? null,
        held: offered.has(id),
        meeting: meeting ? { matching: meeting.id, company: nameOf(context, meeting) } : null,
      }
    }),
  }
}

/** A meeting has the time, and its companies do not see it there. */
const isHidden = sql`EXISTS (SELECT FROM matchings JOIN matching_unreleased AS kept ON kept.matching_id = matchings.id
  WHERE matchings.fair_id = ${freeTimes.fairId} AND matchings.buyer_id = ${freeTimes.buyerId}
    AND matchings.slot_id = ${freeTimes.slotId} AND kept.released_at IS NULL
    AND kept.slot_id IS DISTINCT FROM matchings.slot_id)`

/** Slots that the fair does not have any more are not on the grid: a meeting there is the operator's to settle. */
const onOpen = sql`${freeTimes.slotId} IN (SELECT id FROM fair_slots WHERE NOT closed)`

/**
 * Puts these times in place of those the own company gave. A time that an offer or a meeting needs cannot go or change
 * its way: the foreign keys refuse it, and the call is answered `matching_used`.
 */
export const replaceTimes = async (
  context: Context,
  fairId: string,
  times: readonly { slot: string; way: Way }[],
): Promise<void> => {
  const given = new Map(times.map(({ slot, way }) => [slot, way]))
  try {
    await context.transaction(async (within) => {
      const buyer = await ownBuyer(within, fairId)
      // One after the other: of two windows the last one counts, and not a mixture of both.
      await within.database.execute(sql`
        SELECT FROM participations WHERE fair_id = ${fairId} AND profile_id = ${buyer.id} FOR UPDATE`)
      const ids = [...given.keys()]
      const known = await within.database
        .select({ id: fairSlots.id })
        .from(fairSlots)
        .where(and(eq(fairSlots.fairId, fairId), eq(fairSlots.closed, false), inArray(fairSlots.id, ids)))
      if (known.length < ids.length) throw new AppError('invalid', { fields: { times: 'matching_grid' } })
      const mine = and(eq(freeTimes.fairId, fairId), eq(freeTimes.buyerId, buyer.id))
      const left = and(mine, ids.length > 0 ? sql`${freeTimes.slotId} NOT IN ${ids}` : undefined)
      // A meeting that the buyer was not told of is in it: the time goes from the buyer's sight, the meeting stays.
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
            set: { way: sql`excluded.way`, withdrawn: false },
            setWhere: sql`${freeTimes.way} <> excluded.way OR ${freeTimes.withdrawn}`,
          })
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

/** Whether a company is in a meeting at `slot`; one that its companies were not told of is only a seat less. */
const meets = (companyId: string, told: boolean) => sql`EXISTS (
  SELECT FROM match_bookings AS booking
    LEFT JOIN matching_unreleased AS kept ON kept.matching_id = booking.matching_id AND kept.released_at IS NULL
  WHERE booking.company_id = ${companyId} AND booking.during && tstzrange(slot.starts_at, slot.ends_at)
    AND ${told ? sql`kept.matching_id IS NULL` : sql`kept.matching_id IS NOT NULL`})`

/** The grid as the seller of a matching picks on it, with why a time cannot be picked. */
export const presentPicks = async (
  context: Context,
  { matching, seller, buyer }: FoundMatching,
): Promise<PickSlot[]> => {
  const { rows } = await context.database.execute<{
    id: string
    starts_at: Date
    ends_at: Date
    way: Way | null
    own: boolean
    theirs: boolean
    full: boolean
    waiting: number
    picked: boolean
  }>(sql`
    SELECT slot.id, slot.starts_at, slot.ends_at, given.way,
      ${meets(seller.companyId, true)} AS own, ${meets(buyer.companyId, true)} AS theirs,
      given.way IS NOT NULL AND (${meets(seller.companyId, false)} OR ${meets(buyer.companyId, false)} OR NOT EXISTS (
        SELECT FROM fair_places AS place WHERE place.fair_id = slot.fair_id AND place.way = given.way AND NOT place.closed
          AND NOT EXISTS (SELECT FROM matchings AS taken
            WHERE taken.fair_id = place.fair_id AND taken.way = place.way AND taken.place = place.number
              AND tstzrange(taken.starts_at, taken.ends_at) && tstzrange(slot.starts_at, slot.ends_at)))) AS "full",
      (SELECT count(*)::int FROM matching_picks AS pick WHERE pick.slot_id = slot.id
        AND pick.buyer_id = ${buyer.id} AND pick.matching_id <> ${matching.id}) AS waiting,
      EXISTS (SELECT FROM matching_picks AS pick WHERE pick.slot_id = slot.id AND pick.matching_id = ${matching.id}) AS picked
    FROM fair_slots AS slot LEFT JOIN free_times AS given ON given.slot_id = slot.id AND given.buyer_id = ${buyer.id}
      AND NOT given.withdrawn
    WHERE slot.fair_id = ${matching.fairId} AND NOT slot.closed ORDER BY slot.starts_at`)
  const soonest = latestStart(context.now().getTime())
  return rows.map((row) => {
    const startsAt = new Date(row.starts_at)
    const refusal =
      startsAt.getTime() <= soonest
        ? 'past'
        : row.way === null
          ? 'not_given'
          : row.own
            ? 'own_meeting'
            : row.theirs
              ? 'their_meeting'
              : row.full
                ? 'no_place'
                : null
    return {
      _id: row.id,
      startAt: startsAt.toISOString(),
      endAt: new Date(row.ends_at).toISOString(),
      way: row.way,
      refusal,
      waiting: row.waiting,
      picked: row.picked,
    }
  })
}
