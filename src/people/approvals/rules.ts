/**
 * `asked`: waits for a second person. `approved`: the requester may act once, within a day. `done`: executed.
 * `expired`: not decided within a week.
 */
export const approvalStates = ['asked', 'approved', 'done', 'refused', 'withdrawn', 'expired'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** Days after which an undecided request expires. */
export const daysToDecide = 7

/** Hours within which the requester may use an approval. */
export const hoursToAct = 24

/** Days after which decided requests are deleted; the audit log keeps who approved what. */
export const retentionDays = 365
