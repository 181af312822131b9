import { m } from '#messages/messages.js'
import type { PublicWorkLine } from '../../works/contract.ts'
import type { Live } from '../live/live-store.ts'
import { won, wonRange } from '../sums.ts'

/** Won, from each bound up to the next one; what is above the last has none. */
const bounds = [0, 1_000_000, 5_000_000, 10_000_000, 50_000_000] as const

/** Where the estimate of a work begins; of one without an estimate, where its bids begin. */
const bandOf = ({ estimateLow, startPrice }: PublicWorkLine): number =>
  bounds.findLastIndex((bound) => (estimateLow ?? startPrice) >= bound)

const wordsOf = (band: number): string => {
  const [from = 0, to] = bounds.slice(band)
  if (to === undefined) return m.auction_estimate_from({ sum: won(from) })
  return from === 0 ? m.auction_estimate_under({ sum: won(to) }) : wonRange(from, to)
}

/** The ranges of estimates that works fall into, as the address names them; none where all are in one. */
export const estimatesOf = (works: readonly PublicWorkLine[]): { value: string; words: string }[] => {
  const bands = [...new Set(works.map(bandOf))].toSorted((a, b) => a - b)
  return bands.length > 1 ? bands.map((band) => ({ value: String(bounds[band]), words: wordsOf(band) })) : []
}

/** Whether the estimate of a work is in a range that the address names. */
export const isEstimated = (work: PublicWorkLine, value: string): boolean => String(bounds[bandOf(work)]) === value

/** Whether nothing can be bid on a work any more. */
export const isClosed = ({ lots }: Live, { _id }: PublicWorkLine): boolean => {
  const state = lots.get(_id)?.state
  return state === 'sold' || state === 'passed' || state === 'withdrawn'
}
