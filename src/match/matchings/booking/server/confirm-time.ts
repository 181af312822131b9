import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { matchingPhases } from '#match/fairs/rules.ts'
import { latestStart } from '../../rules.ts'
import { deletePicks } from '../../server/change-state.ts'
import {
  beingArrangedError,
  determineSeenError,
  fairClosedError,
  isArranging,
  matchesSeenVersion,
  type OnBehalf,
  unreleasedError,
} from '../../server/check-conditions.ts'
import { type FoundMatching, lockMatching, lockOwnMatching } from '../../server/find-matchings.ts'
import { recordChange } from '../../server/record-change.ts'
import { matchingPicks } from '../../table.ts'
import { seesOtherMeeting, selectLowestFreePlace } from './find-free-place.ts'
import { lockCompanies, lockSlot } from './lock-bookings.ts'
import { removeFromOtherOffers, timesOf } from './remove-lost-times.ts'

/** Returns why a time could not be confirmed; the matching must be locked. */
const determineConfirmError = async (
  within: Context,
  found: FoundMatching,
  slotId: string,
  onBehalf: OnBehalf | undefined,
): Promise<AppError> => {
  const { matching, fair } = found
  const unseen = determineSeenError(found, onBehalf)
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
  const before = await (onBehalf ? lockMatching : lockOwnMatching)(within, id)
  if (!before) throw new AppError('not_found')
  if (before.unreleased) throw onBehalf ? unreleasedError() : beingArrangedError()
  const { matching } = before
  const { rowCount } = await within.database.execute(sql`
    UPDATE matchings SET state = 'confirmed', held_until = NULL, sequence = matchings.sequence + 1,
      way = pick.way, slot_id = slot.id, starts_at = slot.starts_at, ends_at = slot.ends_at, place = ${selectLowestFreePlace(true)},
      updated_at = greatest(${moment}, matchings.updated_at + interval '1 millisecond')
    FROM matching_picks AS pick JOIN fair_slots AS slot ON slot.id = pick.slot_id
    WHERE matchings.id = ${matching.id} AND matchings.state = 'offered' AND matchings.held_until > ${moment}
      AND pick.matching_id = matchings.id AND pick.slot_id = ${slotId} AND NOT slot.closed AND NOT ${seesOtherMeeting(before)}
      AND slot.starts_at > ${new Date(latestStart(now.getTime())).toISOString()}::timestamptz
      AND ${isArranging(sql`matchings.fair_id`)} AND ${matchesSeenVersion(onBehalf) ?? sql`true`}`)
  if (rowCount !== 1) throw await determineConfirmError(within, before, slotId, onBehalf)
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
