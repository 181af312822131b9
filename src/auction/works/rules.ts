/** What a lot is to visitors. `stopped`: bidding rests by the house. */
export const lotStates = ['coming', 'open', 'stopped', 'sold', 'passed', 'withdrawn'] as const

export const workStates = ['draft', 'open', 'sold', 'passed', 'withdrawn'] as const
export type WorkState = (typeof workStates)[number]

export const mostPictures = 20
