import { regionTag } from '#kit/locale.ts'
import { toSeoulDate } from '#kit/time/seoul-day.ts'
import { getLocale } from '#messages/runtime.js'

// Staff read and write Seoul time; the API uses UTC.
const day = 86_400_000

const tag = () => regionTag[getLocale()]
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(tag(), { timeZone: 'Asia/Seoul', ...options })

/** False for typed text that is no date; a form keeps and shows it until it is corrected. */
export const isInstant = (instant: string): boolean => !Number.isNaN(Date.parse(instant))
const two = (value: number) => String(value).padStart(2, '0')

/** `2026-11-24T09:00`, for date and time inputs; '' for no value. */
export const toSeoul = (instant: string | null | undefined): string =>
  instant ? toSeoulDate(instant).toISOString().slice(0, 16) : ''

/** `2026-11-24 09:00`, for exports. */
export const seoulMinute = (instant: string | Date): string =>
  toSeoulDate(instant).toISOString().slice(0, 16).replace('T', ' ')

/** Date whose UTC parts are the Seoul time; spreadsheet cells have no time zone. */
export const seoulCell = (instant: Date): Date => toSeoulDate(instant)

/** Instant (ISO 8601) of a Seoul date and time; `null` for empty text, `undefined` for an invalid date. */
export const fromSeoul = (local: string): string | null | undefined => {
  if (!local.trim()) return null
  const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/.exec(local)
  if (!parts) return undefined
  const instant = new Date(`${local}:00.000+09:00`)
  // Date parsing turns 31 February into 3 March, so the result must match the input.
  return Number.isNaN(instant.getTime()) || toSeoul(instant.toISOString()) !== local ? undefined : instant.toISOString()
}

/**
 * Parses typed dates: `2026-11-24 09:00`, `2026.11.24 9:00`, `11.24 09:00`, `11.24`, `내일 9:00`. Without a year it takes
 * the next such date, or a past one of at most half a year ago; without a time it uses `fallbackTime`.
 */
export const parseSeoul = (typed: string, now: Date, fallbackTime = '09:00'): string | null | undefined => {
  const text = typed.trim()
  if (!text) return null
  const today = toSeoulDate(now)
  const clock = /(\d{1,2}):(\d{2})\s*$/.exec(text)
  const time = clock ? `${two(Number(clock[1]))}:${clock[2]}` : fallbackTime
  const date = (clock ? text.slice(0, clock.index) : text)
    .replace(/(?<=\d\.?\s*)\(?[일월화수목금토](?:요일)?\)?\s*$/u, '')
    .trim()
  const relative = ['오늘', '내일', '모레'].indexOf(date)
  if (relative >= 0)
    return fromSeoul(`${new Date(today.getTime() + relative * day).toISOString().slice(0, 10)}T${time}`)
  const parts = /^(?:(\d{4})[.\-/]\s*)?(\d{1,2})[.\-/]\s*(\d{1,2})\.?$/.exec(date)
  if (!parts) return undefined
  const written = `${two(Number(parts[2]))}-${two(Number(parts[3]))}T${time}`
  if (parts[1]) return fromSeoul(`${parts[1]}-${written}`)
  const year = today.getUTCFullYear()
  const thisYear = fromSeoul(`${year}-${written}`)
  return thisYear && now.getTime() - new Date(thisYear).getTime() > 182 * day
    ? fromSeoul(`${year + 1}-${written}`)
    : thisYear
}

/** `11.24 화`; with the year if it is not the current one. */
export const shortDay = (instant: string, now = new Date()): string => {
  const at = toSeoulDate(instant)
  const weekday = format({ weekday: 'short' }).format(new Date(instant))
  const year = at.getUTCFullYear() === toSeoulDate(now).getUTCFullYear() ? '' : `${at.getUTCFullYear()}.`
  return `${year}${two(at.getUTCMonth() + 1)}.${two(at.getUTCDate())} ${weekday}`
}

/** `11.24 화 09:00`; with the year if it is not the current one. */
export const shortInstant = (instant: string, now = new Date()): string =>
  `${shortDay(instant, now)} ${clockTime(instant)}`

/** `09:00`. */
export const clockTime = (instant: string | Date): string => toSeoulDate(instant).toISOString().slice(11, 16)

/** Time in a list: `14:29` today, `11.20` this year, `2024.11.20` earlier. */
export const listInstant = (instant: string, now = new Date()): string => {
  const at = toSeoulDate(instant)
  const today = toSeoulDate(now)
  if (at.toISOString().slice(0, 10) === today.toISOString().slice(0, 10)) return clockTime(instant)
  const date = `${two(at.getUTCMonth() + 1)}.${two(at.getUTCDate())}`
  return at.getUTCFullYear() === today.getUTCFullYear() ? date : `${at.getUTCFullYear()}.${date}`
}

/** `11.20 09:00`, without the weekday, for columns. */
export const columnInstant = (instant: string, now = new Date()): string => {
  if (!isInstant(instant)) return instant
  const at = toSeoulDate(instant)
  const year = at.getUTCFullYear() === toSeoulDate(now).getUTCFullYear() ? '' : `${at.getUTCFullYear()}.`
  return `${year}${two(at.getUTCMonth() + 1)}.${two(at.getUTCDate())} ${clockTime(instant)}`
}

/** `2026-11-24 09:00`, sortable in spreadsheets, for exports. */
export const sheetInstant = (instant: string): string => toSeoul(instant).replace('T', ' ')

/** Full date and time, for titles and screen readers: `2026년 11월 24일 화요일 09:00 (서울)`. */
export const fullInstant = (instant: string): string =>
  isInstant(instant) ? `${format({ dateStyle: 'full' }).format(new Date(instant))} ${clockTime(instant)}` : instant

/** Midnight in Seoul at the start of a day. */
export const startOfDay = (date: string): Date => new Date(`${date}T00:00:00.000+09:00`)
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10)

/** `2026년 11월`. */
export const monthName = (month: string): string =>
  format({ year: 'numeric', month: 'long' }).format(new Date(`${month}-15T00:00:00Z`))

/** Short weekday names, Sunday first. */
export const weekdays = (): string[] =>
  Array.from({ length: 7 }, (_, index) =>
    format({ weekday: 'short' }).format(new Date(Date.UTC(2026, 10, 1 + index, 3))),
  )
