import { useCallback, useMemo, useRef, useState } from 'react'
import { m } from '#messages/messages.js'
import { dayKey, formatTime, seoul } from '../../public/format-time.ts'
import { groupRuns } from '../../time-grid/public/grid-axis.ts'
import {
  applyFixedSlots,
  type DrawSlot,
  isFixed,
  savedDrawing,
  serializeDrawing,
  type TimeDrawing,
  type Way,
} from './time-drawing.ts'

export type Brush = Way | 'erase'

/** Maximum number of undo steps. */
const maxUndoSteps = 50

/** State of a buyer's drawing, with undo. `first` is the initial drawing. */
export const useDrawing = (
  slots: readonly DrawSlot[],
  { drawn: first, isRestored }: { drawn: TimeDrawing; isRestored: boolean },
  firstBrush: Way,
) => {
  const [latest, setDrawn] = useState<TimeDrawing>(first)
  // Slots that are offered or confirmed meanwhile stay as they are.
  const drawn = useMemo(() => applyFixedSlots(slots, latest), [slots, latest])
  const [undone, setUndone] = useState<readonly TimeDrawing[]>([])
  const [brush, setBrush] = useState<Brush>(firstBrush)
  const [status, setStatus] = useState(() => (isRestored ? m.matchings_times_restored() : ''))
  const [errorText, setErrorText] = useState<string>()
  /** Drawing before a rectangle was stretched with Shift and arrows, and the brush that it uses. */
  const stretched = useRef<{ base: TimeDrawing; by: Brush }>(undefined)
  const byId = new Map(slots.map((slot) => [slot._id, slot]))
  const isChanged = serializeDrawing(drawn) !== serializeDrawing(savedDrawing(slots))

  const put = (next: TimeDrawing, before: TimeDrawing, isStep: boolean) => {
    if (isStep) setUndone([...undone.slice(1 - maxUndoSteps), before])
    setDrawn(next)
    setErrorText(undefined)
    const added = next.size - before.size
    const all = next.size
    setStatus(
      added > 0
        ? m.matchings_times_added({ change: added, all })
        : added < 0
          ? m.matchings_times_removed({ change: -added, all })
          : m.matchings_times_said({ change: [...next].filter(([id, way]) => before.get(id) !== way).length, all }),
    )
  }

  /** Returns why none of the slots can be drawn. */
  const refusalOf = (ids: readonly string[]): string => {
    const meeting = ids.map((id) => byId.get(id)?.meeting).find(Boolean)
    if (meeting) return m.matchings_times_fixed_meeting({ company: meeting.company })
    return ids.every((id) => byId.get(id)?.past) ? m.matchings_field_past() : m.matchings_field_used()
  }
  const applyBrush = (base: TimeDrawing, ids: readonly string[], by: Brush): TimeDrawing | null => {
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
  /** A stroke that starts on a slot already in this way erases. */
  const brushAt = (first: string, by: Brush): Brush => (drawn.get(first) === by ? 'erase' : by)

  const paintAs = (ids: readonly string[], by: Brush) => {
    const next = applyBrush(drawn, ids, by)
    if (!next) {
      setStatus('')
      return setErrorText(refusalOf(ids))
    }
    put(next, drawn, true)
  }
  const paint = (ids: readonly string[], first: string, by: Brush = brush) => paintAs(ids, brushAt(first, by))

  const stretch = (ids: readonly string[], first: string, goesOn: boolean) => {
    if (!goesOn || !stretched.current) stretched.current = { base: drawn, by: brushAt(first, brush) }
    const { base, by } = stretched.current
    const next = applyBrush(base, ids, by)
    if (next) put(next, base, !goesOn)
  }

  const undo = useCallback(() => {
    const before = undone.at(-1)
    if (!before) return
    setDrawn(before)
    setUndone(undone.slice(0, -1))
    setErrorText(undefined)
    setStatus(m.matchings_times_undone({ all: before.size }))
  }, [undone])

  /** Replaces the drawing with one from elsewhere, as a step that can be undone. */
  const take = useCallback(
    (next: TimeDrawing, description: string) => {
      setUndone((steps) => [...steps.slice(1 - maxUndoSteps), drawn])
      setDrawn(next)
      setErrorText(undefined)
      setStatus(description)
    },
    [drawn],
  )

  /** Runs of slots without a break between them. */
  const sessions = groupRuns(
    slots.map((slot) => ({ id: slot._id, startAt: slot.startAt, endAt: slot.endAt })),
    () => 'session',
  )
  const sessionOf = (id: string): string[] =>
    (sessions.find((run) => run.some((spot) => spot.id === id)) ?? []).map((spot) => spot.id)

  /** Copies the first day's drawing to the other days, by time of day. */
  const copyFirstDay = () => {
    const [first] = slots
    if (!first) return
    const key = dayKey(first.startAt, seoul)
    const wayByTime = new Map(
      slots
        .filter(({ startAt }) => dayKey(startAt, seoul) === key)
        .map(({ _id, startAt }) => [formatTime(startAt, seoul), drawn.get(_id)] as const),
    )
    const next = new Map(drawn)
    for (const slot of slots) {
      if (isFixed(slot) || dayKey(slot.startAt, seoul) === key) continue
      const way = wayByTime.get(formatTime(slot.startAt, seoul))
      if (way) next.set(slot._id, way)
      else next.delete(slot._id)
    }
    put(next, drawn, true)
  }

  return {
    drawn,
    brush,
    setBrush,
    status,
    errorText: errorText,
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
    take,
    reset: () => put(savedDrawing(slots), drawn, true),
    sessionOf,
    copyFirstDay: copyFirstDay,
    refuse: setErrorText,
    forget: (count: number) => {
      setErrorText(undefined)
      setStatus(m.matchings_times_saved({ count }))
    },
  }
}
export type DrawingState = ReturnType<typeof useDrawing>
