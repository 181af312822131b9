/** Public state of a lot. `stopped`: the house has paused bidding. */
export const lotStates = ['coming', 'open', 'stopped', 'sold', 'passed', 'withdrawn'] as const

/** True if a lot has ended for good and takes no bids. */
export const isLotClosed = (state: (typeof lotStates)[number] | WorkState | undefined): boolean =>
  state === 'sold' || state === 'passed' || state === 'withdrawn'

export const workStates = ['draft', 'open', 'sold', 'passed', 'withdrawn'] as const
export type WorkState = (typeof workStates)[number]

export const maxPictures = 20

/** Returns the message codes of contradicting prices by field. */
export const checkPrices = ({
  estimateLow,
  estimateHigh,
  startPrice,
  reserve,
}: {
  estimateLow?: number | null | undefined
  estimateHigh?: number | null | undefined
  startPrice?: number | undefined
  reserve?: number | null | undefined
}): { estimateHigh?: 'work_estimate'; reserve?: 'work_reserve' } => ({
  ...(estimateLow && estimateHigh && estimateHigh < estimateLow && { estimateHigh: 'work_estimate' }),
  ...(reserve && startPrice && reserve < startPrice && { reserve: 'work_reserve' }),
})
