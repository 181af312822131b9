import { and, eq } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import type { Side } from '../../rules.ts'
import { changeState, clearedMeeting, deletePicks } from '../../server/change-state.ts'
import { determineSeenError, matchesSeenVersion, type OnBehalf } from '../../server/check-conditions.ts'
import type { FoundMatching } from '../../server/find-matchings.ts'
import { presentLines } from '../../server/present-matchings.ts'
import { recordChange } from '../../server/record-change.ts'
import { matchings } from '../../table.ts'

/** Declines a request as the seller, or an offer as the buyer. */
export const declineMatching = async (
  within: Context,
  before: FoundMatching,
  { side, reason, onBehalf }: { side: Side; reason: string; onBehalf?: OnBehalf },
): Promise<void> => {
  const { id } = before.matching
  await changeState(within, id, 'declined', clearedMeeting, {
    holds: and(side === 'buyer' ? eq(matchings.state, 'offered') : undefined, matchesSeenVersion(onBehalf)),
    refusal: determineSeenError(before, onBehalf) ?? new AppError('conflict'),
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
