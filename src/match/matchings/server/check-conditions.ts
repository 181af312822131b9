import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { matchingPhases } from '#match/fairs/rules.ts'
import { fairs } from '#match/fairs/table.ts'
import { matchingEvents, matchings } from '../table.ts'
import type { FoundMatching } from './find-matchings.ts'

/** A condition besides the state, and the error to throw if only this condition fails. */
export interface Condition {
  holds: SQL | undefined
  refusal: AppError
}

/**
 * Set if the operator acts for a company: the reason, and the version of the matching (`updatedAt`) that the operator
 * saw.
 */
export interface OnBehalf {
  reason: string
  stamp: Date
}

/**
 * SQL condition: the matching is unchanged since the operator saw it. Undefined for the companies, who act on the
 * current version.
 */
export const matchesSeenVersion = (onBehalf: OnBehalf | undefined): SQL | undefined =>
  onBehalf && eq(matchings.updatedAt, onBehalf.stamp)

/** Returns `conflict` if the matching has changed since the operator saw it, else null. */
export const determineSeenError = ({ matching }: FoundMatching, onBehalf: OnBehalf | undefined): AppError | null =>
  onBehalf && onBehalf.stamp.getTime() !== matching.updatedAt.getTime()
    ? new AppError('conflict', { fields: { state: 'matching_changed' } })
    : null

/**
 * Condition: the companies may move or cancel the meeting, until the deadline of the fair before the time that they
 * see.
 */
export const canChange = (now: Date, { matching }: FoundMatching): Condition => ({
  holds: sql`${matchings.state} = 'confirmed' AND ${matching.startsAt?.toISOString() ?? null}::timestamptz
    - make_interval(hours => (SELECT change_hours FROM fairs WHERE fairs.id = ${matchings.fairId}))
    > ${now.toISOString()}::timestamptz`,
  refusal: new AppError('too_late', { fields: { state: 'matching_late' } }),
})

/** SQL condition: the companies were notified that the meeting is suspended with its fair, and of no time since. */
export const isSuspended: SQL = sql`EXISTS (SELECT FROM ${matchingEvents} AS suspended
  WHERE suspended.matching_id = ${matchings.id} AND suspended.action = 'suspend' AND NOT EXISTS (
    SELECT FROM ${matchingEvents} AS since WHERE since.matching_id = suspended.matching_id AND since.seq > suspended.seq
      AND since.action IN ('resume', 'confirm', 'move', 'place')))`

/** Returns the ids of the matchings whose meetings are suspended with their fair. */
export const suspendedOf = async (context: Context, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await context.database
    .select({ id: matchings.id })
    .from(matchings)
    .where(and(inArray(matchings.id, [...ids]), isSuspended))
  return new Set(rows.map(({ id }) => id))
}

export const fairClosedError = (): AppError => new AppError('conflict', { fields: { fair: 'matching_phase' } })

/** Condition: the meeting has begun and was not suspended with its fair. The matching must be locked. */
export const hasBegun = (now: Date, { matching: { startsAt } }: FoundMatching): Condition => ({
  holds: sql`${matchings.startsAt} <= ${now.toISOString()}::timestamptz AND NOT ${isSuspended}`,
  refusal:
    startsAt && startsAt <= now ? fairClosedError() : new AppError('conflict', { fields: { state: 'matching_early' } }),
})

/** SQL condition: the fair is in a phase in which meetings are arranged. */
export const isArranging = (fairId: SQL): SQL =>
  sql`EXISTS (SELECT FROM fairs WHERE fairs.id = ${fairId} AND ${inArray(fairs.phase, [...matchingPhases])})`

/** Refusal for the companies while a change of the operator is unreleased: until the release they can only cancel. */
export const beingArrangedError = (): AppError => new AppError('conflict', { fields: { state: 'matching_arranging' } })

/** Like `beingArrangedError`, for the operator who acts on behalf of a company. */
export const unreleasedError = (): AppError => new AppError('conflict', { fields: { state: 'matching_untold' } })
