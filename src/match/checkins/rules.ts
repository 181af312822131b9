/** What the door is told of a code. */
export const results = ['in', 'already', 'wrong_day', 'other_fair', 'unknown'] as const
export type Result = (typeof results)[number]

/** Arrivals of one call: a door that was without a line sends what it kept in several. */
export const mostArrivals = 100

/** Milliseconds by which the clock of a door may be ahead. */
export const clockSlack = 5 * 60_000

/** Milliseconds for which the door shows a result, unless another code comes before. */
export const shownFor = 4000
