import { expect, test } from 'vitest'
import { formatLongDay, formatMoment, formatShortDay } from './format-day.ts'

const regions = { ko: 'ko-KR', en: 'en-GB', cn: 'zh-CN' } as const
const languages = Object.keys(regions) as (keyof typeof regions)[]

/** Every eleven hours over eight years: covers each day and month, and both sides of midnight in Seoul. */
const instants = Array.from({ length: 6400 }, (_, step) => new Date(Date.UTC(2020, 0, 1) + step * 11 * 3_600_000))

test.each(languages)('formats a long date in the language: %s', (language) => {
  const format = new Intl.DateTimeFormat(regions[language], { dateStyle: 'long', timeZone: 'Asia/Seoul' })
  for (const instant of instants) expect(formatLongDay(instant.toISOString(), language)).toBe(format.format(instant))
})

test('formats a short date by the calendar of Seoul', () => {
  const english = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'Asia/Seoul' })
  const numeric = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' })
  for (const instant of instants) {
    const [year, month, day] = numeric.format(instant).split('-')
    expect(formatShortDay(instant.toISOString(), 'ko')).toBe(`${year}.${month}.${day}`)
    expect(formatShortDay(instant.toISOString(), 'cn')).toBe(`${year}.${month}.${day}`)
    expect(formatShortDay(instant.toISOString(), 'en')).toBe(`${Number(day)} ${english.format(instant)} ${year}`)
  }
})

test('formats date and time in Seoul, with the zone where it could be ambiguous', () => {
  expect(formatMoment('2026-11-20T15:05:59Z', 'ko')).toBe('2026.11.21 00:05')
  expect(formatMoment('2026-11-20T05:05:00Z', 'en')).toBe('20 Nov 2026, 14:05 (KST)')
  expect(formatMoment('2026-11-20T05:05:00Z', 'cn')).toBe('2026.11.20 14:05 (KST)')
})
