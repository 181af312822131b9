import { addDays } from './seoul-time.ts'

/** Days are strings like `2026-11-24`; weeks begin on Sunday. */

/** Weeks that cover a month (`2026-11`), filled up with adjacent days. */
export const weeksOf = (month: string): string[][] => {
  const first = `${month}-01`
  const start = addDays(first, -new Date(`${first}T00:00:00Z`).getUTCDay())
  const weeks: string[][] = []
  for (let day = start; weeks.length < 1 || day.slice(0, 7) <= month; day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(day, index)))
  return weeks
}

/** Month at an offset of `by` months. */
export const addMonths = (month: string, by: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/** Range of days, both inclusive; null is open. */
export interface Span {
  id: string
  from: string | null
  to: string | null
}

/** Part of a span within one week. */
export interface Bar {
  id: string
  /** First column, from 0, and number of columns. */
  column: number
  length: number
  /** Row below the day's number, from 0. */
  lane: number
  begins: boolean
  ends: boolean
}

/** Lays out the bars of a week, each in the first lane without overlap; earlier spans get the upper lanes. */
export const layOutBars = (week: readonly string[], spans: readonly Span[]): Bar[] => {
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
