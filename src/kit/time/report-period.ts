import { AppError } from '../errors.ts'

/** Days in Seoul time, `2026-11-23`, both inclusive. */
export interface DaySpan {
  from: string
  to: string
}

const dayLength = 86_400_000

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

/** Returns the days of a period, oldest first. */
export const daysOf = ({ from, to }: DaySpan): string[] =>
  Array.from({ length: Math.max(0, (Date.parse(to) - Date.parse(from)) / dayLength + 1) }, (_, index) =>
    dayOf(Date.parse(from) + index * dayLength),
  )

/** Returns the months that a period overlaps, `2026-11`, oldest first. */
export const monthsOf = (span: DaySpan): string[] => [...new Set(daysOf(span).map((day) => day.slice(0, 7)))]

/** Returns the ISO 8601 weekday: 1 for Monday, 7 for Sunday. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7

/** Returns the first day of the month `count` months later. */
const monthFrom = (day: string, count: number): string => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return dayOf(Date.UTC(year, month - 1 + count, 1))
}

const nextDay = (day: string, count: number): string => dayOf(Date.parse(day) + count * dayLength)

/**
 * Returns the preceding period: the same number of months if the period consists of whole months, else the same number
 * of days.
 */
export const periodBefore = (span: DaySpan): DaySpan => {
  const { from, to } = span
  const isWhole = from.endsWith('-01') && nextDay(to, 1).endsWith('-01')
  const start = isWhole ? monthFrom(from, -monthsOf(span).length) : nextDay(from, -daysOf(span).length)
  return { from: start, to: nextDay(from, -1) }
}

/**
 * Returns a valid period and the preceding one, with all days within the database's date range. Throws `invalid`
 * otherwise.
 */
export const checkedPeriods = ({ from, to }: DaySpan): { span: DaySpan; compared: DaySpan } => {
  if (from > to || from < '1970-01-01' || to > '2100-12-31')
    throw new AppError('invalid', { fields: { to: 'report_period' } })
  if (Date.parse(to) - Date.parse(from) > 3653 * dayLength)
    throw new AppError('invalid', { fields: { to: 'report_long' } })
  return { span: { from, to }, compared: periodBefore({ from, to }) }
}
