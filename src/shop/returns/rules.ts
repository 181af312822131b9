/** `fault` and `wrong` are the seller's fault; `mind`: the customer changed their mind. */
export const returnReasons = ['fault', 'wrong', 'mind'] as const
export type ReturnReason = (typeof returnReasons)[number]

export const isSellerAtFault = (reason: ReturnReason): boolean => reason !== 'mind'

export const returnStates = ['asked', 'collected', 'refunded', 'refused', 'withdrawn'] as const
export type ReturnState = (typeof returnStates)[number]
