import { expect, it } from 'vitest'
import type { PublicWorkLine } from '../../works/contract.ts'
import { estimateFilter } from './filter-works.ts'

const work = (estimateLow: number | null, startPrice = 100_000) => ({ estimateLow, startPrice }) as PublicWorkLine

it('puts a work into the range of its low estimate, or of its start price without an estimate', () => {
  const works = [work(999_999), work(1_000_000), work(4_999_999), work(80_000_000), work(null, 6_000_000)]
  const counts = estimateFilter
    .options(works)
    .map(({ value }) => [value, works.filter((each) => estimateFilter.matches(each, value)).length])
  expect(counts).toEqual([
    ['0', 1],
    ['1000000', 2],
    ['5000000', 1],
    ['50000000', 1],
  ])
})

it('offers no filter if all works are in one range, and matches nothing for an unknown range', () => {
  expect(estimateFilter.options([work(2_000_000), work(3_000_000)])).toEqual([])
  expect(estimateFilter.matches(work(2_000_000), 'Infinity')).toBe(false)
})
