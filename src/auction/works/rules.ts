/** What a lot is to visitors. `stopped`: bidding rests by the house. */
export const lotStates = ['coming', 'open', 'stopped', 'sold', 'passed', 'withdrawn'] as const

/** Whether a lot takes no bid any more, for good. */
export const isClosed = (state: (typeof lotStates)[number] | WorkState | undefined): boolean =>
  state === 'sold' || state === 'passed' || state === 'withdrawn'

export const workStates = ['draft', 'open', 'sold', 'passed', 'withdrawn'] as const
export type WorkState = (typeof workStates)[number]

export const mostPictures = 20
