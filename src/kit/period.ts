/** Where a moment is against a period. */
export type PeriodState = 'coming' | 'running' | 'ended'

type Side = Date | string | null | undefined

/**
 * Whether a period is to come, is running or is over. The start belongs to it, the end does not; a side that is null is
 * open. Every comparison of a period with now is this one, or `isIn` of `kit/server/period.ts` for statements.
 */
export const periodState = (start: Side, end: Side, now: Date): PeriodState => {
  if (start && new Date(start) > now) return 'coming'
  return end && new Date(end) <= now ? 'ended' : 'running'
}
