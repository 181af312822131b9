import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { isOffDay } from './rules-holidays.ts'

const length = 86_400_000

/**
 * The last moment, in Seoul, of a term of days in which goods may be sent back: where its last day is a Saturday or a
 * public holiday it ends with the next day that is neither (Civil Act, article 161).
 */
export const claimTermOf = (from: Date, days: number): Date => {
  let last = seoulDayOf(from.getTime() + days * length)
  while (isOffDay(last.day)) last = seoulDayOf(last.ends)
  return new Date(last.ends - 1)
}

/** What was delivered before this moment has passed its term of days. */
export const termPassed = (now: Date, days: number): Date => {
  let before = seoulDayOf(now.getTime() - length)
  while (isOffDay(before.day)) before = seoulDayOf(before.ends - 1 - length)
  return new Date(before.ends - days * length)
}
