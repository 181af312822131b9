import { expect, it } from 'vitest'
import { daysOf, monthsOf, periodBefore, weekdayOf } from './report-period.ts'

it('knows the days, months and weekdays of a period', () => {
  expect(daysOf({ from: '2028-02-28', to: '2028-03-01' })).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  expect(daysOf({ from: '2026-11-02', to: '2026-11-01' })).toEqual([])
  expect(monthsOf({ from: '2025-12-31', to: '2026-02-01' })).toEqual(['2025-12', '2026-01', '2026-02'])
  expect(['2026-11-23', '2026-11-29'].map(weekdayOf)).toEqual([1, 7])
})

it.each([
  ['days', { from: '2026-11-10', to: '2026-11-23' }, { from: '2026-10-27', to: '2026-11-09' }],
  ['one day', { from: '2026-03-01', to: '2026-03-01' }, { from: '2026-02-28', to: '2026-02-28' }],
  ['a month', { from: '2026-03-01', to: '2026-03-31' }, { from: '2026-02-01', to: '2026-02-28' }],
  ['a year', { from: '2026-01-01', to: '2026-12-31' }, { from: '2025-01-01', to: '2025-12-31' }],
  ['months over a year', { from: '2025-12-01', to: '2026-02-28' }, { from: '2025-09-01', to: '2025-11-30' }],
  ['a month that is not whole', { from: '2026-02-01', to: '2026-02-27' }, { from: '2026-01-05', to: '2026-01-31' }],
])('compares %s with as many before', (_, span, before) => {
  expect(periodBefore(span)).toEqual(before)
})
