import { dayKey, formatTime, seoul } from '../../public/format-time.ts'

export interface GridSlot {
  id: string
  startAt: string
  endAt: string
}

/** Grid of a fair's slots: a column for each day in Seoul, a row for each start time. */
export interface GridAxis {
  days: readonly string[]
  rows: readonly { time: string; startAt: string; isDetached: boolean }[]
  at: (column: number, row: number) => string | undefined
  placeOf: (id: string) => readonly [column: number, row: number]
  /** Returns all slots of the rectangle between two of them. */
  between: (from: string, to: string) => string[]
}

export const createAxis = (spots: readonly GridSlot[]): GridAxis => {
  const days = [...new Set(spots.map(({ startAt }) => dayKey(startAt, seoul)))]
  const keyed = new Map<string, GridSlot>()
  for (const spot of spots) keyed.set(`${dayKey(spot.startAt, seoul)} ${formatTime(spot.startAt, seoul)}`, spot)
  const times = [...new Set(spots.map(({ startAt }) => formatTime(startAt, seoul)))].toSorted()
  const ends = new Set(spots.map(({ endAt }) => formatTime(endAt, seoul)))
  const rows = times.map((time, index) => ({
    time,
    startAt: spots.find(({ startAt }) => formatTime(startAt, seoul) === time)?.startAt ?? '',
    // No slot ends where this one starts, so a break precedes it.
    isDetached: index > 0 && !ends.has(time),
  }))
  const at = (column: number, row: number) => keyed.get(`${days[column]} ${times[row]}`)?.id
  const places = new Map(
    spots.map(({ id, startAt }) => [
      id,
      [days.indexOf(dayKey(startAt, seoul)), times.indexOf(formatTime(startAt, seoul))] as const,
    ]),
  )
  const placeOf = (id: string) => places.get(id) ?? ([0, 0] as const)
  return {
    days,
    rows,
    at,
    placeOf,
    between: (from, to) => {
      const [[a, b], [c, d]] = [placeOf(from), placeOf(to)]
      const found: string[] = []
      for (let column = Math.min(a, c); column <= Math.max(a, c); column += 1)
        for (let row = Math.min(b, d); row <= Math.max(b, d); row += 1) {
          const id = at(column, row)
          if (id) found.push(id)
        }
      return found
    },
  }
}

/**
 * Groups consecutive slots of one day that have the same key and no break between them; leaves out slots with key null.
 */
export const groupRuns = <S extends GridSlot>(spots: readonly S[], keyOf: (spot: S) => string | null): S[][] => {
  const runs: S[][] = []
  for (const spot of spots) {
    const before = runs.at(-1)?.at(-1)
    const follows =
      before &&
      before.endAt === spot.startAt &&
      keyOf(before) === keyOf(spot) &&
      dayKey(before.startAt, seoul) === dayKey(spot.startAt, seoul)
    if (keyOf(spot) === null) continue
    if (follows) runs.at(-1)?.push(spot)
    else runs.push([spot])
  }
  return runs
}
