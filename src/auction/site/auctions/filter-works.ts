import { m } from '#messages/messages.js'
import type { PublicWorkLine } from '../../works/contract.ts'
import { formatWon, formatWonRange } from '../format/format-amounts.ts'
import type { LiveLots } from '../live/lot-watch.ts'

/** Lower bounds of the price ranges in KRW; the last range is open. */
const bounds = [0, 1_000_000, 5_000_000, 10_000_000, 50_000_000] as const

/** Range of a work's low estimate, or of its start price without an estimate. */
const bandOf = ({ estimateLow, startPrice }: PublicWorkLine): number =>
  bounds.findLastIndex((bound) => (estimateLow ?? startPrice) >= bound)

const wordsOf = (band: number): string => {
  const [from = 0, to] = bounds.slice(band)
  if (to === undefined) return m.auction_estimate_from({ sum: formatWon(from) })
  return from === 0 ? m.auction_estimate_under({ sum: formatWon(to) }) : formatWonRange(from, to)
}

/** Price ranges that occur, with their value in the address; empty if all works are in one range. */
export const estimateRanges = (works: readonly PublicWorkLine[]): { value: string; words: string }[] => {
  const bands = [...new Set(works.map(bandOf))].toSorted((a, b) => a - b)
  return bands.length > 1 ? bands.map((band) => ({ value: String(bounds[band]), words: wordsOf(band) })) : []
}

/** True if the estimate of a work is in the range given in the address. */
export const isInEstimateRange = (work: PublicWorkLine, value: string): boolean =>
  String(bounds[bandOf(work)]) === value

/** True if a work takes no more bids. */
export const isWorkClosed = ({ lots }: LiveLots, { _id }: PublicWorkLine): boolean => {
  const state = lots.get(_id)?.state
  return state === 'sold' || state === 'passed' || state === 'withdrawn'
}
