/** What the door is told of a code. */
export const results = ['in', 'already', 'wrong_day', 'unknown'] as const
export type Result = (typeof results)[number]

/** Arrivals of one call: a door that was without a line sends what it kept in several. */
export const mostArrivals = 100

/** Milliseconds by which the clock of a door may be ahead. */
export const clockSlack = 5 * 60_000
