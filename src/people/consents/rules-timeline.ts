/** A consent that was given or taken back, as the history has it. */
interface Said {
  subject: string
  title: string
  version: string | null
  given: boolean
  /** ISO 8601. */
  at: string
}

/** A time during which a consent was given, in days of Seoul: from the day it was given, up to the one it ended on. */
export interface Span<S extends Said> {
  from: number
  /** Not part of it; null while it lasts. */
  to: number | null
  said: S
}

const dayLength = 24 * 3_600_000
/** Seoul is nine hours ahead and has no summer time. */
const ahead = 9 * 3_600_000

/** The day of Seoul that an instant falls on, counted from 1970. */
export const dayOf = (at: string | number): number => Math.floor((new Date(at).getTime() + ahead) / dayLength)

/** Noon of such a day. */
export const noonOf = (day: number): string => new Date(day * dayLength + dayLength / 2 - ahead).toISOString()

/** Such a day as the API takes it, `2026-11-23`. */
export const dateOf = (day: number): string => new Date(day * dayLength).toISOString().slice(0, 10)

/** Every subject of a history, newest first as it comes, with its spans, oldest first; required texts keep their place. */
export const timelineOf = <S extends Said>(history: readonly S[]): { subject: string; last: S; spans: Span<S>[] }[] =>
  [...Map.groupBy(history.toReversed(), ({ subject }) => subject)].map(([subject, events]) => {
    const spans: Span<S>[] = []
    for (const said of events) {
      const open = spans.at(-1)
      if (open && open.to === null) open.to = dayOf(said.at)
      if (said.given) spans.push({ from: dayOf(said.at), to: null, said })
    }
    return { subject, last: events.at(-1) as S, spans }
  })

/** What of a subject lasted when a day ended; undefined where nothing did. */
export const spanOn = <S extends Said>(spans: readonly Span<S>[], day: number): Span<S> | undefined =>
  spans.findLast(({ from, to }) => from <= day && (to === null || to > day))

/** Days on which something changed, ascending. */
export const changesOf = (history: readonly Said[]): number[] =>
  [...new Set(history.map(({ at }) => dayOf(at)))].sort((a, b) => a - b)
