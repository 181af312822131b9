/** A consent event of the history: given or withdrawn. */
interface Decision {
  subject: string
  title: string
  version: string | null
  given: boolean
  /** ISO 8601. */
  at: string
}

/** Period of a consent in days in Seoul, from the day it was given until the day it ended. */
export interface ConsentPeriod<S extends Decision> {
  from: number
  /** Exclusive; null while the consent lasts. */
  to: number | null
  decision: S
}

const dayLength = 24 * 3_600_000
/** Seoul is UTC+9 and has no daylight saving time. */
const seoulOffset = 9 * 3_600_000

/** Returns the day in Seoul of an instant, as days since 1970. */
export const toSeoulDayNumber = (at: string | number): number =>
  Math.floor((new Date(at).getTime() + seoulOffset) / dayLength)

/** Returns noon in Seoul of such a day. */
export const getNoonOfDay = (day: number): string =>
  new Date(day * dayLength + dayLength / 2 - seoulOffset).toISOString()

/** Formats such a day for the API, as `2026-11-23`. */
export const formatDay = (day: number): string => new Date(day * dayLength).toISOString().slice(0, 10)

/** Groups a history, newest first, by subject with its periods, oldest first; required texts keep their place. */
export const buildTimeline = <S extends Decision>(
  history: readonly S[],
): { subject: string; last: S; spans: ConsentPeriod<S>[] }[] =>
  [...Map.groupBy(history.toReversed(), ({ subject }) => subject)].map(([subject, events]) => {
    const spans: ConsentPeriod<S>[] = []
    for (const event of events) {
      const open = spans.at(-1)
      if (open && open.to === null) open.to = toSeoulDayNumber(event.at)
      if (event.given) spans.push({ from: toSeoulDayNumber(event.at), to: null, decision: event })
    }
    return { subject, last: events.at(-1) as S, spans }
  })

/** Returns the period that lasted at the end of a day; undefined if there was none. */
export const findPeriodOn = <S extends Decision>(
  spans: readonly ConsentPeriod<S>[],
  day: number,
): ConsentPeriod<S> | undefined => spans.findLast(({ from, to }) => from <= day && (to === null || to > day))

/** Returns the days with a change, ascending. */
export const listChangeDays = (history: readonly Decision[]): number[] =>
  [...new Set(history.map(({ at }) => toSeoulDayNumber(at)))].sort((a, b) => a - b)
