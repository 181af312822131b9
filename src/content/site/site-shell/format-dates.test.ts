import { expect, it } from 'vitest'
import { formatNearDate, formatWeekday } from './format-dates.ts'

it.each([
  ['2026-11-29T03:00:00.000Z', '11.29'],
  ['2027-11-27T03:00:00.000Z', '2027.11.27'],
  ['2025-11-27T03:00:00.000Z', '2025.11.27'],
  // Already the next year in Seoul.
  ['2026-12-31T15:00:00.000Z', '2027.01.01'],
])('formatNearDate adds the year outside the current one: %s', (moment, words) => {
  expect(formatNearDate(moment, '2026-12-31T14:59:59.000Z')).toBe(words)
})

it('formatWeekday contains no line break opportunity', () => {
  expect(formatWeekday('2026-12-09T03:00:00.000Z')).toBe('12월\u00a09일(수)')
})
