import { toSeoulDate } from '#kit/time/seoul-day.ts'

/** Adds calendar months in Seoul; a day that the month does not have becomes its last day. */
export const addMonths = (from: Date, months: number): Date => {
  const seoul = toSeoulDate(from)
  const [year, month] = [seoul.getUTCFullYear(), seoul.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const result = new Date(seoul)
  result.setUTCFullYear(year, month, Math.min(seoul.getUTCDate(), lastDay))
  return new Date(from.getTime() + result.getTime() - seoul.getTime())
}
