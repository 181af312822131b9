import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import type { Matching } from '../contract.ts'
import type { Side } from '../rules.ts'
import { beingArrangedError } from './check-conditions.ts'
import { type FoundMatching, lockOwnMatching, sideOf } from './find-matchings.ts'
import { presentOwnMatching } from './present-own-matching.ts'

/**
 * Locks one of the caller's matchings for a change; throws `not_found`, or `conflict` while a change of it is
 * unreleased.
 */
export const lockForChange = async (within: Context, id: string): Promise<FoundMatching> => {
  const found = await lockOwnMatching(within, id)
  if (!found) throw new AppError('not_found')
  if (found.unreleased) throw beingArrangedError()
  return found
}

/** Throws `forbidden` if the caller is the other side. */
export const assertSide = (context: Context, found: FoundMatching, side: Side): void => {
  if (sideOf(context, found) !== side) throw new AppError('forbidden')
}

/** Runs a change of one of the caller's matchings in a transaction and returns the changed matching. */
export const changeOwnMatching = async (
  context: Context,
  id: string,
  change: (within: Context) => Promise<void>,
): Promise<{ matching: Matching }> => {
  await context.transaction(change)
  return presentOwnMatching(context, id)
}
