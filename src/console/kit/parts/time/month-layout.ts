import { addDays } from './seoul-time.ts'

/** Days are written `2026-11-24`; weeks begin on Sunday. */

/** The weeks that show a month (`2026-11`), with the days around it that fill them. */
export const weeksOf = (month: string): string[][] => {
  const first = `${month}-01`
  const start = addDays(first, -new Date(`${first}T00:00:00Z`).getUTCDay())
  const weeks: string[][] = []
  for (let day = start; weeks.length < 1 || day.slice(0, 7) <= month; day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(day, index)))
  return weeks
}

/** The month so many months away. */
export const otherMonth = (month: string, by: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/** Something that lasts from a day to a day, both included; null is open. */
export interface Span {
  id: string
  from: string | null
  to: string | null
}

/** The part of a span within one week. */
export interface Bar {
  id: string
  /** Column from 0, and how many columns. */
  column: number
  length: number
  /** Row under the day's number, from 0. */
  lane: number
  begins: boolean
  ends: boolean
}

/** Bars of one week, each in the first lane where it meets no other. What began earlier keeps the upper lanes. */
export const barsOf = (week: readonly string[], spans: readonly Span[]): Bar[] => {
  const [first = ''] = week
  const last = week.at(-1) ?? ''
  const inWeek = spans
    .filter(({ from, to }) => (from === null || from <= last) && (to === null || to >= first))
    .sort(
      (a, b) =>
        (a.from ?? '').localeCompare(b.from ?? '') ||
        (b.to ?? '9').localeCompare(a.to ?? '9') ||
        a.id.localeCompare(b.id),
    )
  const taken: number[] = []
  return inWeek.map(({ id, from, to }) => {
    const begins = from !== null && from >= first
    const ends = to !== null && to <= last
    const column = begins ? week.indexOf(from) : 0
    const end = ends ? week.indexOf(to) : week.length - 1
    const free = taken.findIndex((until) => until < column)
    const lane = free < 0 ? taken.length : free
    taken[lane] = end
    return { id, column, length: end - column + 1, lane, begins, ends }
  })
}
