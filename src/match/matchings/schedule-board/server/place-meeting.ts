import { sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { selectLowestFreePlace } from '../../booking/server/find-free-place.ts'
import { lockCompanies, lockSlot, withBookingErrors } from '../../booking/server/lock-bookings.ts'
import { removeFromOtherOffers } from '../../booking/server/remove-lost-times.ts'
import { removeClosedTimes } from '../../fair-changes/server/process-fair-change.ts'
import {
  announceReleased,
  deleteIfUnchanged,
  isPlanHeld,
  storeReleasedVersion,
} from '../../plan-release/server/release-plan.ts'
import { placeableStates } from '../../rules.ts'
import { deletePicks } from '../../server/change-state.ts'
import { fairClosedError, isArranging } from '../../server/check-conditions.ts'
import { findMatching, lockMatching } from '../../server/find-matchings.ts'
import { meetingTime } from '../../server/format-meeting.ts'
import { recordChange } from '../../server/record-change.ts'

interface Seat {
  slot: string
  /** null: the current place if it is free, else the first free one. */
  place: number | null
  reason: string
  /** Version that the operator saw; null skips the check. */
  stamp: Date | null
}

/** Returns why a matching was not placed; the matching must be locked. */
const determinePlaceError = async (within: Context, id: string, { slot, stamp }: Seat): Promise<AppError> => {
  const { rows } = await within.database.execute<{
    open: boolean
    current: boolean
    arranging: boolean
    past: boolean
  }>(sql`
    SELECT matchings.state IN ${[...placeableStates]} AS open,
      (${stamp?.toISOString() ?? null}::timestamptz IS NULL OR matchings.updated_at = ${stamp?.toISOString() ?? null}::timestamptz) AS current,
      ${isArranging(sql`matchings.fair_id`)} AS arranging,
      EXISTS (SELECT FROM fair_slots WHERE id = ${slot} AND starts_at <= ${within.now().toISOString()}::timestamptz) AS past
    FROM matchings WHERE matchings.id = ${id}`)
  const [facts] = rows
  if (!facts?.open) return new AppError('conflict')
  if (!facts.arranging) return fairClosedError()
  if (!facts.current) return new AppError('conflict', { fields: { slot: 'matching_moved' } })
  return new AppError('conflict', { fields: { slot: facts.past ? 'matching_begun' : 'matching_outside' } })
}

/**
 * Places a matching in a slot, or moves its meeting. One statement repeats all conditions, with constraints behind it
 * (`booking`). Both sides are notified now, or by the release of the plan.
 */
const placeWithin = async (within: Context, id: string, seat: Seat): Promise<void> => {
  const { slot: slotId, place, reason, stamp } = seat
  await lockSlot(within, slotId)
  await lockCompanies(within, id)
  const isHeld = await isPlanHeld(within, id)
  await announceReleased(within, id)
  const before = await lockMatching(within, id)
  if (!before) throw new AppError('not_found')
  const now = sql`${within.now().toISOString()}::timestamptz(3)`
  if (isHeld) await storeReleasedVersion(within, id)
  const { rowCount } = await within.database.execute(sql`
    UPDATE matchings SET state = 'confirmed', held_until = NULL, sequence = matchings.sequence + ${isHeld ? 0 : 1}::int,
      way = pick.way, slot_id = slot.id, starts_at = slot.starts_at, ends_at = slot.ends_at,
      place = coalesce(${place}::int, CASE WHEN matchings.way = pick.way AND EXISTS (
          SELECT FROM fair_places AS own WHERE own.fair_id = matchings.fair_id AND own.way = pick.way
            AND own.number = matchings.place AND NOT own.closed)
        AND NOT EXISTS (SELECT FROM matchings AS taken WHERE taken.fair_id = matchings.fair_id AND taken.id <> matchings.id
          AND taken.way = pick.way AND taken.place = matchings.place
          AND tstzrange(taken.starts_at, taken.ends_at) && tstzrange(slot.starts_at, slot.ends_at))
        THEN matchings.place END, ${selectLowestFreePlace(false)}),
      updated_at = greatest(${now}, matchings.updated_at + interval '1 millisecond')
    FROM free_times AS pick JOIN fair_slots AS slot ON slot.id = pick.slot_id
    WHERE matchings.id = ${id} AND matchings.state IN ${[...placeableStates]}
      AND (${stamp?.toISOString() ?? null}::timestamptz IS NULL OR matchings.updated_at = ${stamp?.toISOString() ?? null}::timestamptz)
      AND pick.fair_id = matchings.fair_id AND pick.buyer_id = matchings.buyer_id AND pick.slot_id = ${slotId}
      AND NOT pick.withdrawn AND NOT slot.closed AND slot.starts_at > ${now} AND ${isArranging(sql`matchings.fair_id`)}`)
  if (rowCount !== 1) throw await determinePlaceError(within, id, seat)
  const after = await findMatching(within, id)
  if (!after) throw new AppError('not_found')
  const wasMeeting = before.matching.state === 'confirmed'
  if (!isHeld) await deletePicks(within, id)
  await recordChange(within, {
    before,
    action: wasMeeting ? 'move' : 'place',
    side: 'operator',
    to: 'confirmed',
    reason,
    times: meetingTime(after),
    hidden: isHeld,
    ...(!isHeld && { mail: { kind: wasMeeting ? 'moved' : 'confirmed', to: ['seller', 'buyer'] } as const }),
  })
  if (isHeld) await deleteIfUnchanged(within, id)
  else await removeFromOtherOffers(within, before, slotId)
}

export const placeMeeting = (context: Context, id: string, seat: Seat): Promise<void> =>
  withBookingErrors(() => context.transaction((within) => placeWithin(within, id, seat)))

/** Undoes the operator's unreleased change: the matching is again as its companies see it. */
export const restoreMeeting = (context: Context, id: string, stamp: Date | null): Promise<void> =>
  withBookingErrors(() =>
    context.transaction(async (within) => {
      const { rows } = await within.database.execute<{ slot: string | null }>(sql`
        SELECT slot_id AS slot FROM withheld_matchings WHERE matching_id = ${id}`)
      if (rows[0]?.slot) await lockSlot(within, rows[0].slot)
      await lockCompanies(within, id)
      await isPlanHeld(within, id)
      const before = await lockMatching(within, id)
      if (!before) throw new AppError('not_found')
      const { rowCount } = await within.database.execute(sql`
        WITH kept AS (DELETE FROM withheld_matchings WHERE matching_id = ${id} RETURNING *)
        UPDATE matchings SET state = kept.state, held_until = kept.held_until, way = kept.way, slot_id = kept.slot_id,
          starts_at = kept.starts_at, ends_at = kept.ends_at, place = kept.place,
          updated_at = greatest(${within.now().toISOString()}::timestamptz(3), matchings.updated_at + interval '1 millisecond')
        FROM kept WHERE matchings.id = kept.matching_id AND matchings.state = 'confirmed'
          AND (${stamp?.toISOString() ?? null}::timestamptz IS NULL OR matchings.updated_at = ${stamp?.toISOString() ?? null}::timestamptz)`)
      if (rowCount !== 1) throw new AppError('conflict', { fields: { slot: 'matching_moved' } })
      const after = await findMatching(within, id)
      await recordChange(within, {
        before,
        action: 'restore',
        side: 'operator',
        to: after?.matching.state ?? 'requested',
        times: after ? meetingTime(after) : [],
        hidden: true,
      })
      // Times that the offer lost meanwhile could not be announced; settle them now.
      if (after?.matching.state === 'offered') await removeClosedTimes(within, after)
    }),
  )
