import { m } from '#messages/messages.js'
import type { PeriodYears } from '../rules.ts'

const titles: Record<PeriodYears, () => string> = {
  2: m.periods_work_2,
  3: m.periods_work_3,
  5: m.periods_work_5,
  10: m.periods_work_10,
}

const works: Record<PeriodYears, () => string> = {
  2: m.periods_works_2,
  3: m.periods_works_3,
  5: m.periods_works_5,
  10: m.periods_works_10,
}

/** What the kinds of work of a period are called in short. */
export const workTitle = (years: PeriodYears): string => titles[years]()

/** The kinds of work of a period, one by one. */
export const workOf = (years: PeriodYears): string => works[years]()
