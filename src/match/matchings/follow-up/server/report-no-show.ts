import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { changeState } from '../../server/change-state.ts'
import { hasBegun } from '../../server/check-conditions.ts'
import { type FoundMatching, lockMatching, sideOf } from '../../server/find-matchings.ts'
import { meetingTime } from '../../server/format-meeting.ts'
import { recordChange } from '../../server/record-change.ts'
import { matchingEvents, matchingRatings, matchings } from '../../table.ts'

const refusalOf = (field: string) => new AppError('conflict', { fields: { state: field } })

/** SQL condition: the operator has made this decision on the matching. */
const isDecided = (action: 'overrule' | 'uphold') => sql`EXISTS (SELECT FROM ${matchingEvents} AS event
  WHERE event.matching_id = ${matchings.id} AND event.action = ${action})`

/**
 * Records a no-show report and notifies the other side; the operator decides. Refused if the reporter has rated the
 * meeting, or the operator has decided that it took place.
 */
export const reportNoShow = async (within: Context, before: FoundMatching, reason: string): Promise<void> => {
  const side = sideOf(within, before)
  const { id } = before.matching
  const isRated = sql`EXISTS (SELECT FROM ${matchingRatings} AS rating
    WHERE rating.matching_id = ${matchings.id} AND rating.side = ${side})`
  const begun = hasBegun(within.now(), before)
  const [facts] = await within.database
    .select({ rated: sql<boolean>`${isRated}`, decided: sql<boolean>`${isDecided('overrule')}` })
    .from(matchings)
    .where(eq(matchings.id, id))
  await changeState(
    within,
    id,
    'no_show',
    {},
    {
      holds: and(begun.holds, sql`NOT ${isRated}`, sql`NOT ${isDecided('overrule')}`),
      refusal: facts?.rated
        ? refusalOf('matching_rated')
        : facts?.decided
          ? refusalOf('matching_decided')
          : begun.refusal,
    },
  )
  await recordChange(within, {
    before,
    action: 'report',
    side,
    to: 'no_show',
    reason,
    times: meetingTime(before),
    mail: { kind: 'no_show', to: [side === 'seller' ? 'buyer' : 'seller'] },
  })
}

/** Records the operator's decision on a no-show report and notifies both sides. */
export const decideNoShow = (
  context: Context,
  id: string,
  { outcome, reason }: { outcome: 'held' | 'no_show'; reason: string },
): Promise<void> =>
  context.transaction(async (within) => {
    const before = await lockMatching(within, id)
    if (!before) throw new AppError('not_found')
    const isHeld = outcome === 'held'
    const changed = await changeRows(within, matchings, { state: outcome })
      .where(
        and(eq(matchings.id, id), eq(matchings.state, 'no_show'), isHeld ? undefined : sql`NOT ${isDecided('uphold')}`),
      )
      .returning({ id: matchings.id })
    if (changed.length === 0)
      throw before.matching.state === 'no_show' ? refusalOf('matching_decided') : new AppError('conflict')
    await recordChange(within, {
      before,
      action: isHeld ? 'overrule' : 'uphold',
      side: 'operator',
      to: outcome,
      reason,
      times: meetingTime(before),
      mail: { kind: isHeld ? 'overruled' : 'upheld', to: ['seller', 'buyer'] },
    })
  })
