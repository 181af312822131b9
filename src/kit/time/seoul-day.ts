const dayLength = 24 * 3_600_000
/** UTC+9; Seoul has had no daylight saving time since 1988. */
const offset = 9 * 3_600_000

/** Returns a date whose UTC parts are those of Seoul, independent of the local time zone. */
export const toSeoulDate = (moment: Date | string | number): Date => new Date(new Date(moment).getTime() + offset)

/** Returns the day in Seoul: `2026-11-23`. */
export const formatSeoulDay = (moment: Date | string | number): string => toSeoulDate(moment).toISOString().slice(0, 10)

/** Returns the day in Seoul as `2026-11-23`, and the time at which it ends; `now` and `ends` in epoch milliseconds. */
export const seoulDayOf = (now: number): { day: string; ends: number } => {
  const number = Math.floor((now + offset) / dayLength)
  return { day: new Date(number * dayLength).toISOString().slice(0, 10), ends: (number + 1) * dayLength - offset }
}

/** Converts Seoul days, both inclusive, to instants: `since` inclusive, `until` exclusive. */
export const seoulMoments = ({ from, to }: { from: string; to: string }): { since: string; until: string } => ({
  since: new Date(Date.parse(from) - offset).toISOString(),
  until: new Date(Date.parse(to) + dayLength - offset).toISOString(),
})

/** Returns the counts of the last 28 days in Seoul, oldest first, with 0 for missing days. */
export const countFourWeeks = (
  now: Date,
  counted: readonly { day: string; count: number }[],
): { day: string; count: number }[] => {
  const counts = new Map(counted.map(({ day, count }) => [day, count]))
  return Array.from({ length: 28 }, (_, index) => {
    const { day } = seoulDayOf(now.getTime() - (27 - index) * dayLength)
    return { day, count: counts.get(day) ?? 0 }
  })
}
