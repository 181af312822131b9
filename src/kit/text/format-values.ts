import { formatSeoulDay, toSeoulDate } from '../time/seoul-day.ts'

/**
 * Formats that all screens, exports and API clients share. Telephone numbers: `formatPhone` (`#kit/phone`), which knows
 * the lengths of all Korean numbers.
 */

/** Point in time as programs pass it: an instant, milliseconds, or milliseconds as text of 13 digits. */
export type TimeValue = Date | string | number

/** Returns the point in time; null for text that is none. Text of 13 digits is milliseconds since 1970. */
export const readTime = (value: TimeValue): Date | null => {
  const time = new Date(typeof value === 'string' && /^\d{13}$/.test(value) ? Number(value) : value)
  return Number.isNaN(time.getTime()) ? null : time
}

/** Date in Seoul: `2026-11-24`; '' for text that is no time. */
export const formatDate = (value: TimeValue): string => {
  const time = readTime(value)
  return time ? formatSeoulDay(time) : ''
}

/** Time of day in Seoul: `09:05:00`; '' for text that is no time. */
export const formatTime = (value: TimeValue): string => {
  const time = readTime(value)
  return time ? toSeoulDate(time).toISOString().slice(11, 19) : ''
}

/**
 * 12,345: groups the digits of an integer, the same in all three languages, on the server and in every browser. Does
 * not use `Intl`, whose first use on a page costs a phone 100 ms (format-day.ts).
 */
export const groupDigits = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/**
 * Reads a whole number as people type it: `12,000`, `１２０００`, `₩12,000`, `12,000원`, `12000 KRW`. NaN for any other text,
 * also for signs, fractions, leading zeros and more than twelve digits.
 */
export const readWholeNumber = (text: string): number => {
  const digits = text.normalize('NFKC').replace(/[,\s원₩]|KRW|韩元/gi, '')
  return /^(0|[1-9]\d{0,11})$/.test(digits) ? Number(digits) : Number.NaN
}
