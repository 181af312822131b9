/** Results of checking a code. */
export const checkInResults = ['in', 'already', 'wrong_day', 'other_fair', 'unknown'] as const
export type CheckInResult = (typeof checkInResults)[number]

/** Maximum check-ins per request; a device that was offline sends its queue in several. */
export const maxArrivals = 100

/** Milliseconds a device clock may run ahead. */
export const clockTolerance = 5 * 60_000

/** Milliseconds a result is shown, unless another code is scanned. */
export const resultDuration = 4000
