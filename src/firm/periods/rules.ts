/**
 * Periods of liability for defects of an apartment building (공동주택관리법 제36조, 시행령 제36조와 별표 4), counted by the
 * calendar. Days are written `2026-11-22` and mean the calendar of Seoul; nothing here knows a clock.
 *
 * Where the law leaves a doubt the earlier day is taken: the first day counts, and a last day on a holiday is not put
 * off. Who relies on it is never late.
 */

/** Years of liability, by kind of work. */
export const periodYears = [2, 3, 5, 10] as const
export type PeriodYears = (typeof periodYears)[number]

/** Common parts count from the use inspection, the own unit from the day it was handed over. */
export const buildingParts = ['common', 'unit'] as const
export type BuildingPart = (typeof buildingParts)[number]

const dayLength = 86_400_000

/** Before this no building has a period that still runs, and a date is more likely a slip. */
export const earliestDay = '1980-01-01'

const toUtc = (day: string): Date => new Date(`${day}T00:00:00Z`)
const toDay = (date: Date): string => date.toISOString().slice(0, 10)

/** Whether it is a day of the calendar, written with four, two and two digits. */
const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = toUtc(text)
  return !Number.isNaN(date.getTime()) && toDay(date) === text
}

/** What is wrong with the day a period is to begin on; null where it can begin. */
export const sinceFault = (text: string, today: string): 'required' | 'invalid' | 'future' | 'early' | null => {
  if (text === '') return 'required'
  if (!isDay(text)) return 'invalid'
  if (text > today) return 'future'
  return text < earliestDay ? 'early' : null
}

/** The calendar day in Seoul at an instant, in milliseconds since 1970. Seoul has known no summer time since 1988. */
export const seoulDay = (instant: number): string => toDay(new Date(instant + 9 * 3_600_000))

/** The same day some months later; the last day of that month where it has none (민법 제160조 제3항). */
const addMonths = (day: string, months: number): { day: string; isShort: boolean } => {
  const date = toUtc(day)
  const target = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0))
  const isShort = date.getUTCDate() > target.getUTCDate()
  if (!isShort) target.setUTCDate(date.getUTCDate())
  return { day: toDay(target), isShort }
}

/**
 * The last day of a period of years that begins with a day: the day before the one that corresponds to it, and where
 * February has none, its last day itself.
 */
export const lastDayOf = (since: string, years: number): string => {
  const { day, isShort } = addMonths(since, years * 12)
  return isShort ? day : toDay(new Date(toUtc(day).getTime() - dayLength))
}

/** Days from one day to another; negative where it is past. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((toUtc(to).getTime() - toUtc(from).getTime()) / dayLength)

export interface Left {
  years: number
  months: number
  days: number
}

/** What is left between today and a later day, as one says it: whole years, whole months, and the days after them. */
export const leftBetween = (today: string, last: string): Left => {
  let months = 0
  while (addMonths(today, months + 1).day <= last) months += 1
  return { years: Math.floor(months / 12), months: months % 12, days: daysBetween(addMonths(today, months).day, last) }
}

export interface Period {
  years: PeriodYears
  lastDay: string
  /** Days left, 0 on the last one; negative when it is over. */
  daysLeft: number
  /** Null when it is over. */
  left: Left | null
  /** The part of it that has passed, from 0 to 1. */
  passed: number
}

/** The four periods that begin on a day, as they are today. The day has been checked by `sinceFault`. */
export const periodsSince = (since: string, today: string): Period[] =>
  periodYears.map((years) => {
    const lastDay = lastDayOf(since, years)
    const daysLeft = daysBetween(today, lastDay)
    return {
      years,
      lastDay,
      daysLeft,
      left: daysLeft < 0 ? null : leftBetween(today, lastDay),
      passed: Math.min(1, Math.max(0, daysBetween(since, today) / Math.max(1, daysBetween(since, lastDay)))),
    }
  })

/** What an address asks: a day and a part of the building. */
export interface PeriodQuestion {
  since: string
  part: BuildingPart
}

export const readQuestion = (query: URLSearchParams): PeriodQuestion => ({
  since: (query.get('since') ?? '').trim().slice(0, 20),
  part: buildingParts.find((part) => part === query.get('part')) ?? 'common',
})

/** The question as the query of an address. */
export const queryOf = ({ since, part }: PeriodQuestion): string => new URLSearchParams({ since, part }).toString()
