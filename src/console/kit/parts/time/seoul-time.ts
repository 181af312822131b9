import { regionTag } from '#kit/locale.ts'
import { getLocale } from '#messages/runtime.js'

/**
 * Staff read and write Seoul time; the API uses UTC. Seoul has had no summer time since 1988, so an offset of nine
 * hours is exact for every moment the console can name.
 */
const offset = 9 * 3_600_000
const day = 86_400_000

const tag = () => regionTag[getLocale()]
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(tag(), { timeZone: 'Asia/Seoul', ...options })

const shifted = (instant: string | Date): Date => new Date(new Date(instant).getTime() + offset)
/** False for what somebody typed that is no moment: a form keeps it until it is corrected, and shows it as it is. */
export const isInstant = (instant: string): boolean => !Number.isNaN(Date.parse(instant))
const two = (value: number) => String(value).padStart(2, '0')

/** `2026-11-24T09:00`, as a date and time are typed. '' for nothing. */
export const toSeoul = (instant: string | null | undefined): string =>
  instant ? shifted(instant).toISOString().slice(0, 16) : ''

/** `2026-11-24 09:00`, as it is written where a reader or a program takes it up: in exports. */
export const seoulMinute = (instant: string | Date): string =>
  shifted(instant).toISOString().slice(0, 16).replace('T', ' ')

/** A date without a zone whose figures, read as UTC, are those of Seoul: what a cell of a spreadsheet holds. */
export const seoulCell = (instant: Date): Date => shifted(instant)

/** The instant of a date and time typed in Seoul time; `null` for nothing, `undefined` when it is no date. */
export const fromSeoul = (local: string): string | null | undefined => {
  if (!local.trim()) return null
  const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/.exec(local)
  if (!parts) return undefined
  const instant = new Date(`${local}:00.000+09:00`)
  // The parser turns 31 February into 3 March: what comes back must be what was typed.
  return Number.isNaN(instant.getTime()) || toSeoul(instant.toISOString()) !== local ? undefined : instant.toISOString()
}

/**
 * Reads what people type: `2026-11-24 09:00`, `2026.11.24 9:00`, `11.24 09:00`, `11.24`, `내일 9:00`. A date without a
 * year is the next one that is not past by more than half a year; without a time it is `fallbackTime`.
 */
export const readSeoul = (typed: string, now: Date, fallbackTime = '09:00'): string | null | undefined => {
  const text = typed.trim()
  if (!text) return null
  const today = shifted(now)
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

/** `11.24 화`; with the year when it is not this one. */
export const shortDay = (instant: string, now = new Date()): string => {
  const at = shifted(instant)
  const weekday = format({ weekday: 'short' }).format(new Date(instant))
  const year = at.getUTCFullYear() === shifted(now).getUTCFullYear() ? '' : `${at.getUTCFullYear()}.`
  return `${year}${two(at.getUTCMonth() + 1)}.${two(at.getUTCDate())} ${weekday}`
}

/** `11.24 화 09:00`; with the year when it is not this one. */
export const shortInstant = (instant: string, now = new Date()): string =>
  `${shortDay(instant, now)} ${clockTime(instant)}`

/** `09:00`. */
export const clockTime = (instant: string | Date): string => shifted(instant).toISOString().slice(11, 16)

/** As a list shows when something happened: `14:29` today, `11.20` this year, `2024.11.20` before. */
export const listInstant = (instant: string, now = new Date()): string => {
  const at = shifted(instant)
  const today = shifted(now)
  if (at.toISOString().slice(0, 10) === today.toISOString().slice(0, 10)) return clockTime(instant)
  const date = `${two(at.getUTCMonth() + 1)}.${two(at.getUTCDate())}`
  return at.getUTCFullYear() === today.getUTCFullYear() ? date : `${at.getUTCFullYear()}.${date}`
}

/** `11.20 09:00`, without the weekday: for columns. */
export const columnInstant = (instant: string, now = new Date()): string => {
  if (!isInstant(instant)) return instant
  const at = shifted(instant)
  const year = at.getUTCFullYear() === shifted(now).getUTCFullYear() ? '' : `${at.getUTCFullYear()}.`
  return `${year}${two(at.getUTCMonth() + 1)}.${two(at.getUTCDate())} ${clockTime(instant)}`
}

/** `2026-11-24 09:00`, as spreadsheets sort it: for exports. */
export const sheetInstant = (instant: string): string => toSeoul(instant).replace('T', ' ')

/** The whole moment in words, for titles and screen readers: `2026년 11월 24일 화요일 09:00 (서울)`. */
export const fullInstant = (instant: string): string =>
  isInstant(instant) ? `${format({ dateStyle: 'full' }).format(new Date(instant))} ${clockTime(instant)}` : instant

/** Day of a moment in Seoul: `2026-11-24`. */
export const seoulDay = (instant: string | Date): string => shifted(instant).toISOString().slice(0, 10)

/** Midnight of a Seoul day, and the day `days` later. */
export const startOfDay = (date: string): Date => new Date(`${date}T00:00:00.000+09:00`)
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10)

/** `2026년 11월`. */
export const monthName = (month: string): string =>
  format({ year: 'numeric', month: 'long' }).format(new Date(`${month}-15T00:00:00Z`))

/** Short names of the week's days, Sunday first. */
export const weekdays = (): string[] =>
  Array.from({ length: 7 }, (_, index) =>
    format({ weekday: 'short' }).format(new Date(Date.UTC(2026, 10, 1 + index, 3))),
  )
