import { and, eq, inArray } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { type MatchingState, statesBefore } from '../rules.ts'
import { type MatchingRow, matchingPicks, matchings } from '../table.ts'
import type { Condition } from './check-conditions.ts'

/** Column values that free the slot and the place, and end a hold. */
export const clearedMeeting = {
  way: null,
  slotId: null,
  startsAt: null,
  endsAt: null,
  place: null,
  heldUntil: null,
} as const

/**
 * Moves a matching to a state in one statement, if the transition is allowed and `further` holds. Throws `conflict`, or
 * the refusal of `further`.
 */
export const changeState = async (
  within: Context,
  id: string,
  to: MatchingState,
  values: Partial<MatchingRow>,
  further?: Condition,
): Promise<void> => {
  const changed = await changeRows(within, matchings, { ...values, state: to })
    .where(and(eq(matchings.id, id), inArray(matchings.state, statesBefore(to)), further?.holds))
    .returning({ id: matchings.id })
  if (changed.length > 0) return
  const allowed = await within.database
    .select({ id: matchings.id })
    .from(matchings)
    .where(and(eq(matchings.id, id), inArray(matchings.state, statesBefore(to))))
  throw allowed.length > 0 && further ? further.refusal : new AppError('conflict')
}

/** Deletes the offered times of a matching. */
export const deletePicks = async (within: Context, id: string): Promise<void> => {
  await within.database.delete(matchingPicks).where(eq(matchingPicks.matchingId, id))
}
