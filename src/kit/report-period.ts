import { AppError } from './errors.ts'

/** Days of Seoul, `2026-11-23`, both included. */
export interface Span {
  from: string
  to: string
}

const dayLength = 86_400_000

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

/** The days of a period, oldest first. */
export const daysOf = ({ from, to }: Span): string[] =>
  Array.from({ length: Math.max(0, (Date.parse(to) - Date.parse(from)) / dayLength + 1) }, (_, index) =>
    dayOf(Date.parse(from) + index * dayLength),
  )

/** The months that a period touches, `2026-11`, oldest first. */
export const monthsOf = (span: Span): string[] => [...new Set(daysOf(span).map((day) => day.slice(0, 7)))]

/** Monday is 1, Sunday 7, as ISO 8601 counts. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7

/** The first day of the month `count` after that of a day. */
const monthFrom = (day: string, count: number): string => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return dayOf(Date.UTC(year, month - 1 + count, 1))
}

const nextDay = (day: string, count: number): string => dayOf(Date.parse(day) + count * dayLength)

/** The period before: whole months are compared with as many whole months, anything else with as many days. */
export const periodBefore = (span: Span): Span => {
  const { from, to } = span
  const isWhole = from.endsWith('-01') && nextDay(to, 1).endsWith('-01')
  const start = isWhole ? monthFrom(from, -monthsOf(span).length) : nextDay(from, -daysOf(span).length)
  return { from: start, to: nextDay(from, -1) }
}

/**
 * A period that can be answered, and the one before; its days, and those of the one before, are dates that the database
 * has. Throws `invalid` otherwise.
 */
export const checkedPeriods = ({ from, to }: Span): { span: Span; compared: Span } => {
  if (from > to || from < '1970-01-01' || to > '2100-12-31')
    throw new AppError('invalid', { fields: { to: 'report_period' } })
  if (Date.parse(to) - Date.parse(from) > 3653 * dayLength)
    throw new AppError('invalid', { fields: { to: 'report_long' } })
  return { span: { from, to }, compared: periodBefore({ from, to }) }
}
