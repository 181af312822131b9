import { weekdays } from '../parts/time/seoul-time.ts'

/** Integer with thousands separators; U+2212 as the minus sign. */
export const formatNumber = (amount: number): string =>
  amount < 0 ? `−${(-amount).toLocaleString('ko-KR')}` : amount.toLocaleString('ko-KR')

/** Change in percent; null if `before` is 0. */
export const percentChange = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 1000) / 10

/** `+12%`, `−4%`. */
export const changeText = (now: number, before: number): string => {
  const change = percentChange(now, before)
  if (change === null) return '–'
  return `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change)}%`
}

/** Share in percent, with one decimal. */
export const shareText = (part: number, whole: number): string =>
  whole > 0 ? `${(Math.round((part / whole) * 1000) / 10).toFixed(1)}%` : '–'

/** `11.23 월`; with the year for periods of several years. */
export const dayName = (day: string, withYear: boolean): string =>
  `${(withYear ? day : day.slice(5)).replaceAll('-', '.')} ${weekdays()[new Date(day).getUTCDay()]}`

export const isWeekend = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay())
