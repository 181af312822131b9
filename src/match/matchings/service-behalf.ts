import { and, eq, inArray } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import type { Side } from './rules.ts'
import { type FoundMatching, lockMatching, presentLines } from './service.ts'
import { asSeen, changeState, dropPicks, noMeeting, note, type OnBehalf, untold, whyNotSeen } from './service-states.ts'
import { matchings } from './table.ts'

/** A matching that the operator changes for one of its companies: not while they see another one than it is. */
export const lockFor = async (within: Context, id: string): Promise<FoundMatching> => {
  const found = await lockMatching(within, id, false)
  if (!found) throw new AppError('not_found')
  if (found.unreleased) throw untold()
  return found
}

/** The seller declines a request, or the buyer what was offered. */
export const declineMatching = async (
  within: Context,
  before: FoundMatching,
  { side, reason, onBehalf }: { side: Side; reason: string; onBehalf?: OnBehalf },
): Promise<void> => {
  const { id } = before.matching
  await changeState(within, id, 'declined', noMeeting, {
    holds: and(side === 'buyer' ? eq(matchings.state, 'offered') : undefined, asSeen(onBehalf)),
    refusal: whyNotSeen(before, onBehalf) ?? new AppError('conflict'),
  })
  const [line] = await presentLines(within, [before])
  await dropPicks(within, id)
  await note(within, {
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

/** The operator withdraws a request for its buyer. A meeting is cancelled, which is another act. */
export const withdrawFor = async (within: Context, id: string, onBehalf: OnBehalf): Promise<void> => {
  const before = await lockFor(within, id)
  await changeState(within, id, 'cancelled', noMeeting, {
    holds: and(inArray(matchings.state, ['requested', 'offered', 'expired']), asSeen(onBehalf)),
    refusal: whyNotSeen(before, onBehalf) ?? new AppError('conflict'),
  })
  await dropPicks(within, id)
  await note(within, {
    before,
    action: 'withdraw',
    side: 'buyer',
    onBehalf,
    to: 'cancelled',
    reason: onBehalf.reason,
    mail: { kind: 'withdrawn', to: ['seller'] },
  })
}
