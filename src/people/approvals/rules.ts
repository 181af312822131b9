/**
 * `asked`: waits for another person. `approved`: who asked may do it once, within a day. `done`: it was done. `expired`:
 * nobody decided within a week.
 */
export const approvalStates = ['asked', 'approved', 'done', 'refused', 'withdrawn', 'expired'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** Days for which a request waits. */
export const daysToDecide = 7

/** Hours within which who asked may do what was approved. */
export const hoursToAct = 24

/** Days after which what was decided is removed; the log keeps who approved what. */
export const daysKept = 365
