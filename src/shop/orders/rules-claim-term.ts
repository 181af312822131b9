import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { isOffDay } from './rules-holidays.ts'

const length = 86_400_000

/**
 * Returns the last moment, in Seoul, of a term in days for returns. If the last day is a Saturday, Sunday or public
 * holiday, the term ends with the next working day (Civil Act, article 161).
 */
export const endOfClaimTerm = (from: Date, days: number): Date => {
  let last = seoulDayOf(from.getTime() + days * length)
  while (isOffDay(last.day)) last = seoulDayOf(last.ends)
  return new Date(last.ends - 1)
}

/**
 * Selects `count` pieces for a claim by the start of their terms: those in their term before the others, otherwise in
 * their order. `isLate` if the term of one is over.
 */
export const selectForClaim = <Item extends { start: Date }>(
  items: readonly Item[],
  { count, now, days }: { count: number; now: Date; days: number },
): { selected: Item[]; isLate: boolean } => {
  const isOver = ({ start }: Item) => now > endOfClaimTerm(start, days)
  const selected = items.toSorted((one, other) => Number(isOver(one)) - Number(isOver(other))).slice(0, count)
  return { selected, isLate: selected.some(isOver) }
}

/** Returns the moment before which a delivery must lie for its term of `days` to be over. */
export const claimTermCutoff = (now: Date, days: number): Date => {
  let before = seoulDayOf(now.getTime() - length)
  while (isOffDay(before.day)) before = seoulDayOf(before.ends - 1 - length)
  return new Date(before.ends - days * length)
}
