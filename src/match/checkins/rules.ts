/** Results of checking a code. */
export const results = ['in', 'already', 'wrong_day', 'other_fair', 'unknown'] as const
export type Result = (typeof results)[number]

/** Maximum check-ins per request; a device that was offline sends its queue in several. */
export const mostArrivals = 100

/** Milliseconds a device clock may run ahead. */
export const clockSlack = 5 * 60_000

/** Milliseconds a result is shown, unless another code is scanned. */
export const shownFor = 4000
