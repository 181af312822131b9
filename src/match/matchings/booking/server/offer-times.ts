import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { fairSlots } from '#match/fairs/table.ts'
import { calculateHoldEnd, latestStart } from '../../rules.ts'
import { changeState, deletePicks } from '../../server/change-state.ts'
import {
  determineSeenError,
  fairClosedError,
  isArranging,
  matchesSeenVersion,
  type OnBehalf,
} from '../../server/check-conditions.ts'
import type { FoundMatching } from '../../server/find-matchings.ts'
import { timeOf } from '../../server/format-meeting.ts'
import { recordChange } from '../../server/record-change.ts'
import { freeTimes, matchingPicks, matchings } from '../../table.ts'
import { seesOtherMeeting } from './find-free-place.ts'

/** Accepts a request by offering these free times, which are held for a while. Call `lockCompanies` first. */
export const offerTimes = async (
  within: Context,
  before: FoundMatching,
  slots: readonly string[],
  onBehalf?: OnBehalf,
): Promise<void> => {
  const { matching, fair, seller, buyer } = before
  const now = within.now()
  const freeSlots = await within.database
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
  if (freeSlots.length < slots.length) throw new AppError('invalid', { fields: { slots: 'matching_outside' } })
  if (freeSlots.some(({ slot }) => slot.startsAt.getTime() <= latestStart(now.getTime())))
    throw new AppError('invalid', { fields: { slots: 'matching_past' } })
  const { rows: taken } = await within.database.execute(sql`
    SELECT FROM fair_slots AS slot WHERE slot.id IN ${[...slots]} AND (${seesOtherMeeting(before)} OR EXISTS (
      SELECT FROM match_bookings AS booking WHERE booking.during && tstzrange(slot.starts_at, slot.ends_at)
        AND booking.company_id IN (${seller.companyId}, ${buyer.companyId}) AND booking.matching_id <> ${matching.id}))
    LIMIT 1`)
  if (taken.length > 0) throw new AppError('conflict', { fields: { slots: 'matching_taken' } })
  const starts = freeSlots.map(({ slot }) => slot.startsAt.getTime())
  await changeState(
    within,
    matching.id,
    'offered',
    { heldUntil: new Date(calculateHoldEnd(now.getTime(), fair.holdHours, starts)) },
    {
      holds: and(isArranging(sql`${matchings.fairId}`), matchesSeenVersion(onBehalf)),
      refusal: determineSeenError(before, onBehalf) ?? fairClosedError(),
    },
  )
  await deletePicks(within, matching.id)
  await within.database.insert(matchingPicks).values(
    freeSlots.map(({ slot, way }, index) => ({
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
    times: freeSlots.map(({ slot, way }) => timeOf({ ...slot, way })),
    mail: { kind: 'offered', to: ['buyer'] },
  })
}
