import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { columnInstant, fromSeoul, fullInstant, listInstant, parseSeoul, toSeoul } from './seoul-time.ts'

// 21 November 2026, 14:32 in Seoul.
const now = new Date('2026-11-21T05:32:00Z')

describe('Seoul time', () => {
  test('is nine hours ahead of UTC, across midnight too', () => {
    expect(toSeoul('2026-11-20T15:00:00.000Z')).toBe('2026-11-21T00:00')
    expect(fromSeoul('2026-11-21T00:00')).toBe('2026-11-20T15:00:00.000Z')
    expect(formatSeoulDay('2026-11-20T15:00:00.000Z')).toBe('2026-11-21')
  })

  test('survives a round trip', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
        (date) => {
          const local = toSeoul(date.toISOString())
          expect(toSeoul(fromSeoul(local))).toBe(local)
        },
      ),
    )
  })

  test('rejects 31 February', () => {
    expect(fromSeoul('2026-02-31T09:00')).toBeUndefined()
    expect(fromSeoul('2026-13-01T09:00')).toBeUndefined()
    expect(fromSeoul('2026-11-21T24:30')).toBeUndefined()
  })

  test.each([
    ['2026-11-24 09:00', '2026-11-24T09:00'],
    ['2026.11.24 9:05', '2026-11-24T09:05'],
    ['11.24 18:00', '2026-11-24T18:00'],
    ['11.24 화 09:00', '2026-11-24T09:00'],
    ['11/24', '2026-11-24T09:00'],
    ['내일 10:00', '2026-11-22T10:00'],
    ['오늘', '2026-11-21T09:00'],
    ['1.5', '2027-01-05T09:00'],
  ])('parses %s', (typed, local) => {
    expect(toSeoul(parseSeoul(typed, now))).toBe(local)
  })

  test('returns null for empty text and undefined for an invalid date', () => {
    expect(parseSeoul('  ', now)).toBeNull()
    expect(parseSeoul('곧', now)).toBeUndefined()
    expect(parseSeoul('2.31', now)).toBeUndefined()
    expect(parseSeoul('11.24 25:00', now)).toBeUndefined()
  })

  test('shows invalid input as typed', () => {
    for (const typed of ['곧', '11.24 화 19:552026-12-01 09:00', ''])
      expect([columnInstant(typed), fullInstant(typed)]).toEqual([typed, typed])
  })

  test('shows the time today, the day this year and the full date earlier in lists', () => {
    expect(listInstant('2026-11-21T05:29:00.000Z', now)).toBe('14:29')
    expect(listInstant('2026-10-02T05:29:00.000Z', now)).toBe('10.02')
    expect(listInstant('2025-05-22T05:29:00.000Z', now)).toBe('2025.05.22')
  })
})
