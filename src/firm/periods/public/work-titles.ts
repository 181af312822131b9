import { m } from '#messages/messages.js'
import type { PeriodYears } from '../rules.ts'

const titles: Record<PeriodYears, () => string> = {
  2: m.periods_work_2,
  3: m.periods_work_3,
  5: m.periods_work_5,
  10: m.periods_work_10,
}

const workTitles: Record<PeriodYears, () => string> = {
  2: m.periods_works_2,
  3: m.periods_works_3,
  5: m.periods_works_5,
  10: m.periods_works_10,
}

/** Returns the short name of the kinds of work of a period. */
export const getWorkTitle = (years: PeriodYears): string => titles[years]()

/** Returns the full list of the kinds of work of a period. */
export const getWorkList = (years: PeriodYears): string => workTitles[years]()
