import { weekdays } from '../parts/time/seoul-time.ts'

/** Whole figures with the thousands set apart; U+2212 before what is less than 0. */
export const figure = (amount: number): string =>
  amount < 0 ? `−${(-amount).toLocaleString('ko-KR')}` : amount.toLocaleString('ko-KR')

/** How much more or less than before, in percent; null where there was nothing before. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 1000) / 10

/** `+12%`, `−4%`. */
export const changeText = (now: number, before: number): string => {
  const change = changeOf(now, before)
  if (change === null) return '–'
  return `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change)}%`
}

/** A part of a whole in percent, with one place. */
export const shareText = (part: number, whole: number): string =>
  whole > 0 ? `${(Math.round((part / whole) * 1000) / 10).toFixed(1)}%` : '–'

/** `11.23 월`; with the year where a period has several. */
export const dayName = (day: string, withYear: boolean): string =>
  `${(withYear ? day : day.slice(5)).replaceAll('-', '.')} ${weekdays()[new Date(day).getUTCDay()]}`

export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay())
