import { useCallback, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { runsOf } from './time-axis.ts'
import { useKept } from './use-kept.ts'
import { clock, dayKey, seoul } from './zones.ts'

export type Way = 'online' | 'offline'
export type Brush = Way | 'erase'
export type Drawn = ReadonlyMap<string, Way>

/** What the drawing has of a slot. */
export interface DrawSlot {
  _id: string
  startAt: string
  endAt: string
  way: Way | null
  held: boolean
  past: boolean
  meeting: { matching: string; company: string } | null
}

const keptText = (drawn: Drawn): string => [...drawn].map((pair) => pair.join(' ')).join()

/** What was drawn and not saved, on what is offered and agreed by now; null where there is nothing of it. */
const restored = (slots: readonly DrawSlot[], text: string): Drawn | null => {
  if (text === '') return null
  const drawn = new Map(text.split(',').map((pair) => [pair.slice(0, 36), pair.slice(37)] as const))
  return new Map(
    slots.flatMap((slot) => {
      const own = isFixed(slot) ? slot.way : drawn.get(slot._id)
      return own === 'online' || own === 'offline' ? [[slot._id, own] as const] : []
    }),
  )
}

/** It cannot be drawn or erased any more. */
const isFixed = ({ held, meeting, past }: DrawSlot): boolean => held || meeting !== null || past

/** Steps that can be taken back. */
const mostUndone = 50

/** The times of a buyer as they are drawn, with what can be undone; kept in this tab until they are saved. */
export const useDrawing = (fair: string, slots: readonly DrawSlot[], firstBrush: Way) => {
  const saved = new Map(slots.flatMap(({ _id, way }) => (way ? [[_id, way] as const] : [])))
  const kept = useKept(`match.times.${fair}`, '')
  const [drawn, setDrawn] = useState<Drawn>(() => restored(slots, kept.value) ?? saved)
  const [undone, setUndone] = useState<readonly Drawn[]>([])
  const [brush, setBrush] = useState<Brush>(firstBrush)
  const [said, setSaid] = useState(() => (restored(slots, kept.value) ? m.matchings_times_restored() : ''))
  const [wrong, setWrong] = useState<string>()
  const [keptAt, setKeptAt] = useState<string>()
  /** Of a rectangle that Shift and arrows stretch: what was there before, and whether it erases. */
  const stretched = useRef<{ base: Drawn; by: Brush }>(undefined)
  const byId = new Map(slots.map((slot) => [slot._id, slot]))
  const isChanged = drawn.size !== saved.size || [...drawn].some(([id, way]) => saved.get(id) !== way)

  const put = (next: Drawn, before: Drawn, isStep: boolean) => {
    if (isStep) setUndone([...undone.slice(1 - mostUndone), before])
    setDrawn(next)
    kept.keep(keptText(next))
    setKeptAt(new Date().toISOString())
    setWrong(undefined)
    const added = next.size - before.size
    const all = next.size
    setSaid(
      added > 0
        ? m.matchings_times_added({ change: added, all })
        : added < 0
          ? m.matchings_times_removed({ change: -added, all })
          : m.matchings_times_said({ change: [...next].filter(([id, way]) => before.get(id) !== way).length, all }),
    )
  }

  /** Why none of them can be drawn, in words. */
  const refusalOf = (ids: readonly string[]): string => {
    const meeting = ids.map((id) => byId.get(id)?.meeting).find(Boolean)
    if (meeting) return m.matchings_times_fixed_meeting({ company: meeting.company })
    return ids.every((id) => byId.get(id)?.past) ? m.matchings_field_past() : m.matchings_field_used()
  }
  const applied = (base: Drawn, ids: readonly string[], by: Brush): Drawn | null => {
    const free = ids.filter((id) => {
      const slot = byId.get(id)
      return slot && !isFixed(slot)
    })
    if (free.length === 0) return null
    const next = new Map(base)
    for (const id of free)
      if (by === 'erase') next.delete(id)
      else next.set(id, by)
    return next
  }
  /** Starting on a time that has this way already takes it away. */
  const brushAt = (first: string, by: Brush): Brush => (drawn.get(first) === by ? 'erase' : by)

  const paintAs = (ids: readonly string[], by: Brush) => {
    const next = applied(drawn, ids, by)
    if (!next) {
      setSaid('')
      return setWrong(refusalOf(ids))
    }
    put(next, drawn, true)
  }
  const paint = (ids: readonly string[], first: string, by: Brush = brush) => paintAs(ids, brushAt(first, by))

  const stretch = (ids: readonly string[], first: string, goesOn: boolean) => {
    if (!goesOn || !stretched.current) stretched.current = { base: drawn, by: brushAt(first, brush) }
    const { base, by } = stretched.current
    const next = applied(base, ids, by)
    if (next) put(next, base, !goesOn)
  }

  const undo = useCallback(() => {
    const before = undone.at(-1)
    if (!before) return
    setDrawn(before)
    kept.keep(keptText(before))
    setUndone(undone.slice(0, -1))
    setWrong(undefined)
    setSaid(m.matchings_times_undone({ all: before.size }))
  }, [undone, kept])

  /** Slots without a break between them. */
  const sessions = runsOf(
    slots.map((slot) => ({ id: slot._id, startAt: slot.startAt, endAt: slot.endAt })),
    () => 'session',
  )
  const sessionOf = (id: string): string[] =>
    (sessions.find((run) => run.some((spot) => spot.id === id)) ?? []).map((spot) => spot.id)

  /** The first day's drawing on the others, by time of day. */
  const likeFirstDay = () => {
    const [first] = slots
    if (!first) return
    const key = dayKey(first.startAt, seoul)
    const ways = new Map(
      slots
        .filter(({ startAt }) => dayKey(startAt, seoul) === key)
        .map(({ _id, startAt }) => [clock(startAt, seoul), drawn.get(_id)] as const),
    )
    const next = new Map(drawn)
    for (const slot of slots) {
      if (isFixed(slot) || dayKey(slot.startAt, seoul) === key) continue
      const way = ways.get(clock(slot.startAt, seoul))
      if (way) next.set(slot._id, way)
      else next.delete(slot._id)
    }
    put(next, drawn, true)
  }

  return {
    drawn,
    brush,
    setBrush,
    said,
    wrong,
    keptAt,
    isChanged,
    canUndo: undone.length > 0,
    sessions,
    isFixed: (id: string) => {
      const slot = byId.get(id)
      return !slot || isFixed(slot)
    },
    willErase: (first: string) => brushAt(first, brush) === 'erase',
    paint,
    paintAs,
    stretch,
    undo,
    sessionOf,
    likeFirstDay,
    refuse: setWrong,
    forget: (count: number) => {
      kept.forget()
      setKeptAt(undefined)
      setWrong(undefined)
      setSaid(m.matchings_times_saved({ count }))
    },
  }
}
export type DrawingState = ReturnType<typeof useDrawing>
