export type PeriodState = 'coming' | 'running' | 'ended'

type Side = Date | string | null | undefined

/**
 * Returns whether a period is upcoming, running or over. The start is inclusive, the end exclusive; null means open.
 * Use this for every comparison of a period with the current time, or `isIn` of `kit/server/records/period-conditions.ts` in SQL.
 */
export const periodState = (start: Side, end: Side, now: Date): PeriodState => {
  if (start && new Date(start) > now) return 'coming'
  return end && new Date(end) <= now ? 'ended' : 'running'
}
