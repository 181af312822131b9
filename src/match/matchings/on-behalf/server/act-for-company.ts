import { and, eq, inArray } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import type { Side } from '../../rules.ts'
import {
  asSeen,
  changeState,
  clearedMeeting,
  deletePicks,
  type OnBehalf,
  recordChange,
  unreleasedError,
  whyNotSeen,
} from '../../server/change-state.ts'
import { type FoundMatching, lockMatching, presentLines } from '../../server/find-matchings.ts'
import { matchings } from '../../table.ts'

/** Locks a matching for an act on behalf of a company; throws `conflict` while a change of it is unreleased. */
export const lockOnBehalf = async (within: Context, id: string): Promise<FoundMatching> => {
  const found = await lockMatching(within, id, false)
  if (!found) throw new AppError('not_found')
  if (found.unreleased) throw unreleasedError()
  return found
}

/** Declines a request as the seller, or an offer as the buyer. */
export const declineMatching = async (
  within: Context,
  before: FoundMatching,
  { side, reason, onBehalf }: { side: Side; reason: string; onBehalf?: OnBehalf },
): Promise<void> => {
  const { id } = before.matching
  await changeState(within, id, 'declined', clearedMeeting, {
    holds: and(side === 'buyer' ? eq(matchings.state, 'offered') : undefined, asSeen(onBehalf)),
    refusal: whyNotSeen(before, onBehalf) ?? new AppError('conflict'),
  })
  const [line] = await presentLines(within, [before])
  await deletePicks(within, id)
  await recordChange(within, {
    before,
    action: 'decline',
    side,
    onBehalf,
    to: 'declined',
    reason,
    times: line?.picks.map(({ startAt, endAt, way }) => ({ startAt, endAt, way })) ?? [],
    mail: side === 'buyer' ? { kind: 'offer_declined', to: ['seller'] } : { kind: 'declined', to: ['buyer'] },
  })
}

/** Withdraws a request on behalf of its buyer. A confirmed meeting must be cancelled instead. */
export const withdrawOnBehalf = async (within: Context, id: string, onBehalf: OnBehalf): Promise<void> => {
  const before = await lockOnBehalf(within, id)
  await changeState(within, id, 'cancelled', clearedMeeting, {
    holds: and(inArray(matchings.state, ['requested', 'offered', 'expired']), asSeen(onBehalf)),
    refusal: whyNotSeen(before, onBehalf) ?? new AppError('conflict'),
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
