import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { deleteReleasedVersion } from '../../plan-release/server/release-plan.ts'
import { changeState, clearedMeeting, deletePicks } from '../../server/change-state.ts'
import { type Condition, canChange } from '../../server/check-conditions.ts'
import {
  type FoundMatching,
  lockMatching,
  lockOwnMatching,
  sideOf,
  withoutUnreleased,
} from '../../server/find-matchings.ts'
import { meetingTime } from '../../server/format-meeting.ts'
import { recordChange } from '../../server/record-change.ts'

const cancel = async (within: Context, { matching: { id, state, sequence } }: FoundMatching, condition?: Condition) => {
  const values = { ...clearedMeeting, ...(state === 'confirmed' && { sequence: sequence + 1 }) }
  await changeState(within, id, 'cancelled', values, condition)
  await deletePicks(within, id)
  await deleteReleasedVersion(within, id)
}

/** Cancels a meeting of the caller's company, or withdraws its request. */
export const cancelOwnMatching = async (within: Context, id: string, reason: string): Promise<void> => {
  const before = await lockOwnMatching(within, id)
  if (!before) throw new AppError('not_found')
  const side = sideOf(within, before)
  const isMeeting = before.matching.state === 'confirmed'
  // Without a meeting only the buyer may withdraw; the seller declines.
  if (!isMeeting && side === 'seller') throw new AppError('forbidden')
  // The companies still see an unreleased meeting as a request, which is withdrawn without a reason.
  const needsReason = withoutUnreleased(before).matching.state === 'confirmed'
  if (needsReason && !reason) throw new AppError('invalid', { fields: { reason: 'required' } })
  await cancel(within, before, isMeeting ? canChange(within.now(), before) : undefined)
  await recordChange(within, {
    before,
    action: isMeeting ? 'cancel' : 'withdraw',
    side,
    to: 'cancelled',
    reason,
    times: meetingTime(before),
    mail: isMeeting ? { kind: 'cancelled', to: ['seller', 'buyer'] } : { kind: 'withdrawn', to: ['seller'] },
  })
}

/** Cancels a matching as the operator. */
export const cancelMatching = async (within: Context, id: string, reason: string): Promise<void> => {
  const found = await lockMatching(within, id)
  if (!found) throw new AppError('not_found')
  // Notify about the state that the companies know, not about an unreleased meeting.
  const before = withoutUnreleased(found)
  await cancel(within, before)
  await recordChange(within, {
    before,
    action: 'cancel',
    side: 'operator',
    to: 'cancelled',
    reason,
    times: meetingTime(before),
    mail: { kind: 'cancelled', to: ['seller', 'buyer'] },
  })
}
