import { expect, it } from 'vitest'
import { addMonths } from './rules.ts'

const add = (from: string, months: number) => addMonths(new Date(from), months).toISOString()

it('ends on the last day of a shorter month', () => {
  expect(add('2026-01-31T10:00:00+09:00', 1)).toBe('2026-02-28T01:00:00.000Z')
  expect(add('2027-12-31T10:00:00+09:00', 14)).toBe('2029-02-28T01:00:00.000Z')
  expect(add('2026-01-15T10:00:00+09:00', 12)).toBe('2027-01-15T01:00:00.000Z')
})

it('counts the days of Seoul: 1 March at 08:00 is still February in UTC', () => {
  expect(add('2026-03-01T08:00:00+09:00', 1)).toBe('2026-03-31T23:00:00.000Z')
  expect(add('2026-01-31T08:00:00+09:00', 1)).toBe('2026-02-27T23:00:00.000Z')
})
