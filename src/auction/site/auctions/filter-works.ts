import { m } from '#messages/messages.js'
import type { PublicWorkLine } from '../../works/contract.ts'
import { formatWon, formatWonRange } from '../format/format-amounts.ts'

/** A filter of the works of an auction; its value is in the address. */
export interface WorkFilter {
  name: string
  label: () => string
  /** Options that occur in the works; empty if there are fewer than two. */
  options: (works: readonly PublicWorkLine[]) => { value: string; label: string }[]
  matches: (work: PublicWorkLine, value: string) => boolean
}

/** Lower bounds of the price ranges in KRW; the last range is open. */
const bounds = [0, 1_000_000, 5_000_000, 10_000_000, 50_000_000] as const

/** Range of a work's low estimate, or of its start price without an estimate. */
const rangeOf = ({ estimateLow, startPrice }: PublicWorkLine): number =>
  bounds.findLastIndex((bound) => (estimateLow ?? startPrice) >= bound)

const formatRange = (range: number): string => {
  const [from = 0, to] = bounds.slice(range)
  if (to === undefined) return m.auction_estimate_from({ sum: formatWon(from) })
  return from === 0 ? m.auction_estimate_under({ sum: formatWon(to) }) : formatWonRange(from, to)
}

export const estimateFilter: WorkFilter = {
  name: 'estimate',
  label: m.auction_estimate_head,
  options: (works) => {
    const ranges = [...new Set(works.map(rangeOf))].toSorted((a, b) => a - b)
    return ranges.length > 1 ? ranges.map((range) => ({ value: String(bounds[range]), label: formatRange(range) })) : []
  },
  matches: (work, value) => String(bounds[rangeOf(work)]) === value,
}

/** Filters in the order of the page. */
export const workFilters: readonly WorkFilter[] = [estimateFilter]
