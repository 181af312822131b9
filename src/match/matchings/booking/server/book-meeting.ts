import { and, eq, inArray, sql } from 'drizzle-orm'
import { sqlState, violatedField } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { matchingPhases } from '#match/fairs/contract.ts'
import { fairSlots } from '#match/fairs/table.ts'
import { calculateHoldEnd, latestConfirm, latestStart } from '../../rules.ts'
import {
  asSeen,
  beingArrangedError,
  changeState,
  deletePicks,
  fairClosedError,
  isArranging,
  type OnBehalf,
  recordChange,
  unreleasedError,
  whyNotSeen,
} from '../../server/change-state.ts'
import { type FoundMatching, findMatching, lockMatching } from '../../server/find-matchings.ts'
import { type EventTime, freeTimes, matchingPicks, matchings } from '../../table.ts'

/** Maps a constraint violation to the refusal code for the caller. */
const meaningOf = (error: unknown): string | null => {
  const state = sqlState(error)
  // Exclusion constraint: the place is taken, or one of the two companies has another meeting.
  if (state === '23P01') return violatedField(error) === 'seated' ? 'matching_no_place' : 'matching_taken'
  // Check: no free place was found. Unique index: another booking took it concurrently.
  if (state === '23514' || state === '23505') return 'matching_no_place'
  if (state === '23503') return violatedField(error) === 'place' ? 'matching_no_place' : 'matching_outside'
  return null
}

/** Runs a booking and turns constraint violations into `conflict` with a field. */
export const withBookingErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const meaning = meaningOf(error)
    if (meaning) throw new AppError('conflict', { fields: { slot: meaning } })
    throw error
  }
}

/**
 * SQL condition: one of the two companies still sees another meeting at `slot` that the operator has moved without
 * releasing it.
 */
const seesOtherMeeting = ({ matching, seller, buyer }: FoundMatching) => sql`EXISTS (
  SELECT FROM withheld_matchings AS kept JOIN matchings AS other ON other.id = kept.matching_id
    JOIN match_profiles AS profile ON profile.id IN (other.seller_id, other.buyer_id)
  WHERE kept.matching_id <> ${matching.id}
    AND profile.company_id IN (${seller.companyId}, ${buyer.companyId})
    AND tstzrange(kept.starts_at, kept.ends_at) && tstzrange(slot.starts_at, slot.ends_at) AND kept.slot_id IS NOT NULL)`

/** Serializes bookings of one slot, so that they choose places one after the other. Held until the transaction ends. */
export const lockSlot = (within: Context, slotId: string) =>
  within.database.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${slotId}, 0))`)

/**
 * Serializes offers and bookings of the two companies of a matching across all fairs: a booked time is removed from
 * every offer, and none is offered meanwhile. Lock order: slot, companies, matching.
 */
export const lockCompanies = (within: Context, matchingId: string) =>
  within.database.execute(sql`
    SELECT pg_advisory_xact_lock(hashtextextended(company_id::text, 1)) FROM (
      SELECT DISTINCT profile.company_id FROM matchings
        JOIN match_profiles AS profile ON profile.id IN (matchings.seller_id, matchings.buyer_id)
      WHERE matchings.id = ${matchingId} ORDER BY profile.company_id) AS companies`)

/**
 * SQL condition: two companies still see their meeting at `place` at the time of `slot`, although the operator has
 * moved it.
 */
export const isSeenAsTaken = sql`EXISTS (SELECT FROM withheld_matchings AS kept
  WHERE kept.fair_id = place.fair_id AND kept.way = place.way AND kept.place = place.number
    AND tstzrange(kept.starts_at, kept.ends_at) && tstzrange(slot.starts_at, slot.ends_at))`

/**
 * SQL: the lowest free place at `slot`, for a statement that books `matchings` in the way of `pick`.
 * `told`: both sides are notified immediately, so places that two other companies still see as theirs are excluded.
 */
export const lowestFreePlace = (told: boolean) => sql`(SELECT min(place.number) FROM fair_places AS place
  WHERE place.fair_id = matchings.fair_id AND place.way = pick.way AND NOT place.closed AND NOT EXISTS (
    SELECT FROM matchings AS taken WHERE taken.fair_id = place.fair_id AND taken.way = place.way AND taken.place = place.number
      AND tstzrange(taken.starts_at, taken.ends_at) && tstzrange(slot.starts_at, slot.ends_at))
    ${told ? sql`AND NOT ${isSeenAsTaken}` : sql``})`

const timeOf = ({ startsAt, endsAt, way }: { startsAt: Date; endsAt: Date; way: EventTime['way'] }): EventTime => ({
  startAt: startsAt.toISOString(),
  endAt: endsAt.toISOString(),
  way,
})

/** Returns the time of the meeting; empty without a meeting. */
export const meetingTime = ({ matching: { startsAt, endsAt, way } }: FoundMatching): EventTime[] =>
  startsAt && endsAt && way ? [timeOf({ startsAt, endsAt, way })] : []

/** Accepts a request by offering these free times, which are held for a while. Call `lockCompanies` first. */
export const offerTimes = async (
  within: Context,
  before: FoundMatching,
  slots: readonly string[],
  onBehalf?: OnBehalf,
): Promise<void> => {
  const { matching, fair, seller, buyer } = before
  const now = within.now()
  const given = await within.database
    .select({ slot: fairSlots, way: freeTimes.way })
    .from(freeTimes)
    .innerJoin(fairSlots, eq(fairSlots.id, freeTimes.slotId))
    .where(
      and(
        eq(freeTimes.fairId, fair.id),
        eq(freeTimes.buyerId, buyer.id),
        eq(freeTimes.withdrawn, false),
        eq(fairSlots.closed, false),
        inArray(freeTimes.slotId, [...slots]),
      ),
    )
    .orderBy(fairSlots.startsAt)
  if (given.length < slots.length) throw new AppError('invalid', { fields: { slots: 'matching_outside' } })
  if (given.some(({ slot }) => slot.startsAt.getTime() <= latestStart(now.getTime())))
    throw new AppError('invalid', { fields: { slots: 'matching_past' } })
  const { rows: taken } = await within.database.execute(sql`
    SELECT FROM fair_slots AS slot WHERE slot.id IN ${[...slots]} AND (${seesOtherMeeting(before)} OR EXISTS (
      SELECT FROM match_bookings AS booking WHERE booking.during && tstzrange(slot.starts_at, slot.ends_at)
        AND booking.company_id IN (${seller.companyId}, ${buyer.companyId}) AND booking.matching_id <> ${matching.id}))
    LIMIT 1`)
  if (taken.length > 0) throw new AppError('conflict', { fields: { slots: 'matching_taken' } })
  const starts = given.map(({ slot }) => slot.startsAt.getTime())
  await changeState(
    within,
    matching.id,
    'offered',
    { heldUntil: new Date(calculateHoldEnd(now.getTime(), fair.holdHours, starts)) },
    {
      holds: and(isArranging(sql`${matchings.fairId}`), asSeen(onBehalf)),
      refusal: whyNotSeen(before, onBehalf) ?? fairClosedError(),
    },
  )
  await deletePicks(within, matching.id)
  await within.database.insert(matchingPicks).values(
    given.map(({ slot, way }, index) => ({
      matchingId: matching.id,
      position: index + 1,
      fairId: fair.id,
      buyerId: buyer.id,
      slotId: slot.id,
      way,
    })),
  )
  await recordChange(within, {
    before,
    action: 'offer',
    side: 'seller',
    onBehalf,
    to: 'offered',
    times: given.map(({ slot, way }) => timeOf({ ...slot, way })),
    mail: { kind: 'offered', to: ['buyer'] },
  })
}

/**
 * Removes a booked time from the other offers of the two companies, in any fair and role, and notifies both sides of
 * each.
 */
export const removeFromOtherOffers = async (
  within: Context,
  { matching, seller, buyer }: FoundMatching,
  slotId: string,
) => {
  const concerned = sql`other.id <> ${matching.id} AND other.state = 'offered'
    AND slot.id = pick.slot_id AND tstzrange(slot.starts_at, slot.ends_at) && (
      SELECT tstzrange(gone.starts_at, gone.ends_at) FROM fair_slots AS gone WHERE gone.id = ${slotId})
    AND EXISTS (SELECT FROM match_profiles AS profile WHERE profile.id IN (other.seller_id, other.buyer_id)
      AND profile.company_id IN (${seller.companyId}, ${buyer.companyId}))`
  // Lock the matchings before their picks, in the same order as an offer.
  await within.database.execute(sql`
    SELECT FROM matchings AS other
    WHERE EXISTS (SELECT FROM matching_picks AS pick, fair_slots AS slot
      WHERE pick.matching_id = other.id AND ${concerned})
    ORDER BY other.id FOR UPDATE`)
  const { rows } = await within.database.execute<{ id: string; slots: string[] }>(sql`
    WITH lost AS (
      DELETE FROM matching_picks AS pick USING matchings AS other, fair_slots AS slot
      WHERE pick.matching_id = other.id AND ${concerned}
      RETURNING other.id, pick.slot_id)
    SELECT lost.id, array_agg(lost.slot_id) AS slots FROM lost GROUP BY lost.id ORDER BY lost.id`)
  for (const { id, slots } of rows) {
    const before = await findMatching(within, id, false)
    if (before?.matching.state !== 'offered') continue
    await recordLostTimes(within, before, await timesOf(within, slots, before))
  }
}

/**
 * Notifies both sides that an offer lost times, and which ones remain. Without any it becomes a request again;
 * otherwise the hold ends an hour before the last remaining time.
 */
export const recordLostTimes = async (within: Context, before: FoundMatching, times: EventTime[]): Promise<void> => {
  const { id } = before.matching
  const left = await offeredTimes(within, id)
  const last = left.at(-1)
  if (!last) await changeState(within, id, 'requested', { heldUntil: null })
  else await shortenHold(within, id, last)
  const happened = { before, action: 'lose', side: 'system', times } as const
  await recordChange(
    within,
    last
      ? { ...happened, to: 'offered', left, mail: { kind: 'lost_some', to: ['seller', 'buyer'] } }
      : { ...happened, to: 'requested', mail: { kind: 'lost', to: ['seller', 'buyer'] } },
  )
}

/** Returns the times that an offer still holds, in order of time. */
const offeredTimes = async (within: Context, id: string): Promise<EventTime[]> => {
  const rows = await within.database
    .select({ slot: fairSlots, way: matchingPicks.way })
    .from(matchingPicks)
    .innerJoin(fairSlots, eq(fairSlots.id, matchingPicks.slotId))
    .where(eq(matchingPicks.matchingId, id))
    .orderBy(fairSlots.startsAt)
  return rows.map(({ slot, way }) => timeOf({ ...slot, way }))
}

/** Shortens a hold to an hour before the last of its times. */
const shortenHold = async (within: Context, id: string, last: EventTime): Promise<void> => {
  const end = new Date(latestConfirm(Date.parse(last.startAt)))
  await within.database.execute(sql`
    UPDATE matchings SET held_until = least(held_until, ${end.toISOString()}::timestamptz(3)) WHERE id = ${id}`)
}

const timesOf = async (within: Context, slots: readonly string[], { buyer }: FoundMatching): Promise<EventTime[]> => {
  const rows = await within.database
    .select({ slot: fairSlots, way: freeTimes.way })
    .from(fairSlots)
    .innerJoin(freeTimes, and(eq(freeTimes.slotId, fairSlots.id), eq(freeTimes.buyerId, buyer.id)))
    .where(inArray(fairSlots.id, [...slots]))
    .orderBy(fairSlots.startsAt)
  return rows.map(({ slot, way }) => timeOf({ ...slot, way }))
}

/** Returns why a time could not be confirmed; the matching must be locked. */
const whyNotConfirmed = async (
  within: Context,
  found: FoundMatching,
  slotId: string,
  onBehalf: OnBehalf | undefined,
): Promise<AppError> => {
  const { matching, fair } = found
  const unseen = whyNotSeen(found, onBehalf)
  if (unseen) return unseen
  if (matching.state !== 'offered') return new AppError('conflict')
  if (!matchingPhases.includes(fair.phase)) return fairClosedError()
  if ((matching.heldUntil ?? within.now()) <= within.now())
    return new AppError('too_late', { fields: { slot: 'matching_over' } })
  const isOffered = await within.database.$count(
    matchingPicks,
    and(eq(matchingPicks.matchingId, matching.id), eq(matchingPicks.slotId, slotId)),
  )
  // Still offered: it starts too soon. Otherwise it was removed, or never offered.
  return new AppError('conflict', { fields: { slot: isOffered > 0 ? 'matching_past' : 'matching_taken' } })
}

/**
 * Confirms one of the offered times for the buyer. One statement books it with a table or a room if the offer still
 * holds; constraints reject overlaps and taken places (`booking`).
 */
export const confirmTime = async (within: Context, id: string, slotId: string, onBehalf?: OnBehalf): Promise<void> => {
  const now = within.now()
  const moment = sql`${now.toISOString()}::timestamptz(3)`
  await lockSlot(within, slotId)
  await lockCompanies(within, id)
  // Waits for a seller who is changing the picks, so that an outdated pick is never confirmed.
  const before = await lockMatching(within, id, !onBehalf)
  if (!before) throw new AppError('not_found')
  if (before.unreleased) throw onBehalf ? unreleasedError() : beingArrangedError()
  const { matching } = before
  const { rowCount } = await within.database.execute(sql`
    UPDATE matchings SET state = 'confirmed', held_until = NULL, sequence = matchings.sequence + 1,
      way = pick.way, slot_id = slot.id, starts_at = slot.starts_at, ends_at = slot.ends_at, place = ${lowestFreePlace(true)},
      updated_at = greatest(${moment}, matchings.updated_at + interval '1 millisecond')
    FROM matching_picks AS pick JOIN fair_slots AS slot ON slot.id = pick.slot_id
    WHERE matchings.id = ${matching.id} AND matchings.state = 'offered' AND matchings.held_until > ${moment}
      AND pick.matching_id = matchings.id AND pick.slot_id = ${slotId} AND NOT slot.closed AND NOT ${seesOtherMeeting(before)}
      AND slot.starts_at > ${new Date(latestStart(now.getTime())).toISOString()}::timestamptz
      AND ${isArranging(sql`matchings.fair_id`)} AND ${asSeen(onBehalf) ?? sql`true`}`)
  if (rowCount !== 1) throw await whyNotConfirmed(within, before, slotId, onBehalf)
  await deletePicks(within, matching.id)
  await recordChange(within, {
    before,
    action: 'confirm',
    side: 'buyer',
    onBehalf,
    to: 'confirmed',
    times: await timesOf(within, [slotId], before),
    mail: { kind: 'confirmed', to: ['seller', 'buyer'] },
  })
  await removeFromOtherOffers(within, before, slotId)
}
