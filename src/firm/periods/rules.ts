/**
 * Defect liability periods of apartment buildings (공동주택관리법 제36조, 시행령 제36조와 별표 4), counted in calendar time. Days are
 * strings such as `2026-11-22` in the calendar of Seoul; nothing here reads the clock.
 *
 * Where the law is ambiguous the earlier day is taken: the first day counts, and a last day on a holiday is not
 * extended. Acting by the result is therefore never late.
 */

/** Liability periods in years, by kind of work. */
export const periodYears = [2, 3, 5, 10] as const
export type PeriodYears = (typeof periodYears)[number]

/** Common parts count from the use inspection, private units from their handover. */
export const buildingParts = ['common', 'unit'] as const
export type BuildingPart = (typeof buildingParts)[number]

const dayLength = 86_400_000

/** Earliest accepted date: older periods have all ended, so an earlier one is probably a typing error. */
export const earliestDay = '1980-01-01'

const toUtc = (day: string): Date => new Date(`${day}T00:00:00Z`)
export const toDay = (date: Date): string => date.toISOString().slice(0, 10)

/** True for a valid calendar day in the format YYYY-MM-DD. */
const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = toUtc(text)
  return !Number.isNaN(date.getTime()) && toDay(date) === text
}

/** Returns the error code of a start date; null if it is valid. */
export const findStartError = (text: string, today: string): 'required' | 'invalid' | 'future' | 'early' | null => {
  if (text === '') return 'required'
  if (!isDay(text)) return 'invalid'
  if (text > today) return 'future'
  return text < earliestDay ? 'early' : null
}

/** Adds months; if the target month has no such day, returns its last day (민법 제160조 제3항). */
const addMonths = (day: string, months: number): { day: string; isShort: boolean } => {
  const date = toUtc(day)
  const target = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0))
  const isShort = date.getUTCDate() > target.getUTCDate()
  if (!isShort) target.setUTCDate(date.getUTCDate())
  return { day: toDay(target), isShort }
}

/**
 * Returns the last day of a period of years: the day before the anniversary, or the end of February if the anniversary
 * does not exist.
 */
export const calculateLastDay = (since: string, years: number): string => {
  const { day, isShort } = addMonths(since, years * 12)
  return isShort ? day : toDay(new Date(toUtc(day).getTime() - dayLength))
}

/** Returns the days between two days; negative if `to` is earlier. */
export const countDaysBetween = (from: string, to: string): number =>
  Math.round((toUtc(to).getTime() - toUtc(from).getTime()) / dayLength)

export interface TimeLeft {
  years: number
  months: number
  days: number
}

/** Returns the time until a later day in whole years, months and days. */
export const calculateTimeLeft = (today: string, last: string): TimeLeft => {
  let months = 0
  while (addMonths(today, months + 1).day <= last) months += 1
  return {
    years: Math.floor(months / 12),
    months: months % 12,
    days: countDaysBetween(addMonths(today, months).day, last),
  }
}

export interface Period {
  years: PeriodYears
  lastDay: string
  /** Days left, 0 on the last day; negative after it. */
  daysLeft: number
  /** Null after the last day. */
  left: TimeLeft | null
  /** Elapsed fraction, from 0 to 1. */
  passed: number
}

/** Returns the four periods that start on a day, as of today. `since` must have passed `findStartError`. */
export const calculatePeriods = (since: string, today: string): Period[] =>
  periodYears.map((years) => {
    const lastDay = calculateLastDay(since, years)
    const daysLeft = countDaysBetween(today, lastDay)
    return {
      years,
      lastDay,
      daysLeft,
      left: daysLeft < 0 ? null : calculateTimeLeft(today, lastDay),
      passed: Math.min(1, Math.max(0, countDaysBetween(since, today) / Math.max(1, countDaysBetween(since, lastDay)))),
    }
  })

/** Question in a URL: a day and a part of the building. */
export interface PeriodQuestion {
  since: string
  part: BuildingPart
}

/** Question, and the day on which it is answered. */
export interface DatedQuestion {
  question: PeriodQuestion
  today: string
}

export const parseQuestion = (query: URLSearchParams): PeriodQuestion => ({
  since: (query.get('since') ?? '').trim().slice(0, 20),
  part: buildingParts.find((part) => part === query.get('part')) ?? 'common',
})

/** Serializes a question as a URL query. */
export const toQueryString = ({ since, part }: PeriodQuestion): string =>
  new URLSearchParams({ since, part }).toString()
