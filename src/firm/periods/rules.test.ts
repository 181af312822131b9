import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import {
  calculateLastDay,
  calculatePeriods,
  calculateTimeLeft,
  countDaysBetween,
  findStartError,
  parseQuestion,
  periodYears,
  toQueryString,
} from './rules.ts'

describe('last day of a period', () => {
  it.each([
    ['2021-08-31', 2, '2023-08-30'],
    ['2021-08-31', 10, '2031-08-30'],
    ['2021-01-01', 3, '2023-12-31'],
    // The period ends on the day before March 1, which is the last day of February.
    ['2022-03-01', 2, '2024-02-29'],
    ['2020-03-01', 3, '2023-02-28'],
    // A leap day has no counterpart in a common year: the period lasts until the end of February.
    ['2020-02-29', 2, '2022-02-28'],
    ['2020-02-29', 5, '2025-02-28'],
    ['2020-02-29', 10, '2030-02-28'],
    ['2022-02-28', 2, '2024-02-27'],
  ])('from %s after %i years is %s', (since, years, last) => {
    expect(calculateLastDay(since, years)).toBe(last)
  })

  it('of a leap day after four years is the day before the next leap day', () => {
    expect(calculateLastDay('2020-02-29', 4)).toBe('2024-02-28')
  })

  it('is at most one day before the anniversary and never after it', () => {
    const day = fc.date({ min: new Date('1980-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(day, fc.constantFrom(...periodYears), (date, years) => {
        const since = date.toISOString().slice(0, 10)
        const year = String(Number(since.slice(0, 4)) + years)
        const same = new Date(`${year}${since.slice(4)}T00:00:00Z`).toISOString().slice(0, 10)
        const early = countDaysBetween(calculateLastDay(since, years), same)
        expect(early).toBe(1)
      }),
    )
  })
})

describe('time left', () => {
  it.each([
    ['2026-11-22', '2026-11-22', { years: 0, months: 0, days: 0 }],
    ['2026-11-22', '2026-11-23', { years: 0, months: 0, days: 1 }],
    ['2026-11-22', '2031-08-30', { years: 4, months: 9, days: 8 }],
    ['2026-01-31', '2026-02-28', { years: 0, months: 1, days: 0 }],
    ['2024-02-29', '2025-02-28', { years: 1, months: 0, days: 0 }],
    ['2026-08-31', '2026-10-01', { years: 0, months: 1, days: 1 }],
  ])('from %s to %s is exact', (today, last, expected) => {
    expect(calculateTimeLeft(today, last)).toEqual(expected)
  })
})

describe('periods of a building', () => {
  it('are over, running or ending today', () => {
    const [two, three, five, ten] = calculatePeriods('2021-11-23', '2026-11-22')
    expect(two).toMatchObject({ years: 2, lastDay: '2023-11-22', left: null, passed: 1 })
    expect(three?.daysLeft).toBeLessThan(0)
    expect(five).toMatchObject({
      lastDay: '2026-11-22',
      daysLeft: 0,
      left: { years: 0, months: 0, days: 0 },
      passed: 1,
    })
    expect(ten).toMatchObject({ lastDay: '2031-11-22', left: { years: 5, months: 0, days: 0 } })
    expect(ten?.passed).toBeCloseTo(0.5, 2)
  })

  it('have an elapsed fraction of 0 on their first day', () => {
    for (const period of calculatePeriods('2026-11-22', '2026-11-22')) {
      expect(period.passed).toBe(0)
      expect(period.daysLeft).toBeGreaterThan(0)
    }
  })
})

describe('question in a URL', () => {
  it.each([
    ['', 'required'],
    ['2021', 'invalid'],
    ['2021-02-29', 'invalid'],
    ['2021-13-01', 'invalid'],
    ['21-08-31', 'invalid'],
    ['2026-11-23', 'future'],
    ['1979-12-31', 'early'],
    ['2026-11-22', null],
    ['2020-02-29', null],
  ])('validates the date %j as %j', (since, expected) => {
    expect(findStartError(since, '2026-11-22')).toBe(expected)
  })

  it('is parsed from a query and serialized into one', () => {
    expect(parseQuestion(new URLSearchParams('since=+2021-08-31&part=unit'))).toEqual({
      since: '2021-08-31',
      part: 'unit',
    })
    expect(parseQuestion(new URLSearchParams('part=roof'))).toEqual({ since: '', part: 'common' })
    expect(toQueryString({ since: '2021-08-31', part: 'unit' })).toBe('since=2021-08-31&part=unit')
  })

  it('uses the day in Seoul', () => {
    expect(formatSeoulDay(Date.parse('2026-11-21T14:59:59Z'))).toBe('2026-11-21')
    expect(formatSeoulDay(Date.parse('2026-11-21T15:00:00Z'))).toBe('2026-11-22')
  })
})
