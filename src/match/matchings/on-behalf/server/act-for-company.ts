import { and, inArray } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { changeState, clearedMeeting, deletePicks } from '../../server/change-state.ts'
import {
  determineSeenError,
  matchesSeenVersion,
  type OnBehalf,
  unreleasedError,
} from '../../server/check-conditions.ts'
import { type FoundMatching, lockMatching } from '../../server/find-matchings.ts'
import { recordChange } from '../../server/record-change.ts'
import { matchings } from '../../table.ts'

/** Locks a matching for an act on behalf of a company; throws `conflict` while a change of it is unreleased. */
export const lockOnBehalf = async (within: Context, id: string): Promise<FoundMatching> => {
  const found = await lockMatching(within, id)
  if (!found) throw new AppError('not_found')
  if (found.unreleased) throw unreleasedError()
  return found
}

/** Withdraws a request on behalf of its buyer. A confirmed meeting must be cancelled instead. */
export const withdrawOnBehalf = async (within: Context, id: string, onBehalf: OnBehalf): Promise<void> => {
  const before = await lockOnBehalf(within, id)
  await changeState(within, id, 'cancelled', clearedMeeting, {
    holds: and(inArray(matchings.state, ['requested', 'offered', 'expired']), matchesSeenVersion(onBehalf)),
    refusal: determineSeenError(before, onBehalf) ?? new AppError('conflict'),
  })
  await deletePicks(within, id)
  await recordChange(within, {
    before,
    action: 'withdraw',
    side: 'buyer',
    onBehalf,
    to: 'cancelled',
    reason: onBehalf.reason,
    mail: { kind: 'withdrawn', to: ['seller'] },
  })
}
