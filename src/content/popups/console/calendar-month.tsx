import clsx from 'clsx'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { StateMark } from '#console/kit/parts/state-mark.tsx'
import { type Bar, layOutBars, type Span, weeksOf } from '#console/kit/parts/time/month-layout.ts'
import {
  periodText,
  publicationState,
  type TimedState,
  timedMarks,
  timedWords,
} from '#console/kit/parts/time/publication-period.tsx'
import { startOfDay, weekdays } from '#console/kit/parts/time/seoul-time.ts'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import type { Popup } from '../contract.ts'
import styles from './popup-calendar.module.css'
import { getPopupName } from './popup-resource.tsx'

export interface CalendarPeriod {
  startAt: string | null
  endAt: string | null
}

/** Part of a bar that is dragged. */
type Grip = 'all' | 'start' | 'end'

interface CalendarMonthProps {
  month: string
  today: string
  popups: readonly Popup[]
  chosen: string | undefined
  edited: { id: string; period: CalendarPeriod } | undefined
  choose: (popup: Popup) => void
  drag: (popup: Popup, period: CalendarPeriod) => void
  /** Period set by an arrow key that is not yet rendered. */
  findPendingPeriod: (popup: Popup) => CalendarPeriod | undefined
}

/** Returns the last visible day; a popup that ends at midnight is last visible on the day before. */
const getLastVisibleDay = (endAt: string): string => formatSeoulDay(new Date(Date.parse(endAt) - 60_000))

const toSpan = (id: string, { startAt, endAt }: CalendarPeriod): Span => ({
  id,
  from: startAt && formatSeoulDay(startAt),
  to: endAt && getLastVisibleDay(endAt),
})

const addDays = (instant: string, days: number): string =>
  new Date(Date.parse(instant) + days * 86_400_000).toISOString()

/** Returns the period after moving a bar or one of its ends by `days`; unchanged if start and end would cross. */
export const movePeriod = ({ startAt, endAt }: CalendarPeriod, grip: Grip, days: number): CalendarPeriod => {
  const start = startAt && grip !== 'end' ? addDays(startAt, days) : startAt
  const end = endAt && grip !== 'start' ? addDays(endAt, days) : endAt
  return start && end && start >= end ? { startAt, endAt } : { startAt: start, endAt: end }
}

/**
 * Month calendar with one row per week and one bar per popup. Bars are moved and resized by pointer and by keyboard.
 */
export function CalendarMonth({
  month,
  today,
  popups,
  chosen,
  edited,
  choose,
  drag,
  findPendingPeriod,
}: CalendarMonthProps) {
  const weeks = weeksOf(month)
  const getPeriod = (popup: Popup): CalendarPeriod => (edited?.id === popup._id ? edited.period : popup)
  const spans = popups.map((popup) => toSpan(popup._id, getPeriod(popup)))
  const byId = new Map(popups.map((popup) => [popup._id, popup]))
  const now = new Date()
  return (
    <section className={styles.grid} aria-label={m.popups_calendar_label()}>
      <div className={styles.weekdays} aria-hidden="true">
        {weekdays().map((day) => (
          <span key={day}>{day}</span>
        ))}
      </div>
      {weeks.map((week) => {
        const bars = layOutBars(week, spans)
        return (
          <div key={week[0]} className={styles.week} data-lanes={Math.max(0, ...bars.map(({ lane }) => lane + 1))}>
            {week.map((day) => (
              <div
                key={day}
                className={clsx(styles.day, day.slice(0, 7) !== month && styles.outside, day === today && styles.today)}
                data-day={day}
              >
                <time dateTime={day}>{formatDayLabel(day, week[0] ?? day, month)}</time>
              </div>
            ))}
            {bars.map((bar) => {
              const popup = byId.get(bar.id)
              if (!popup) return null
              const period = getPeriod(popup)
              return (
                <CalendarBar
                  key={bar.id}
                  bar={bar}
                  popup={popup}
                  period={period}
                  state={publicationState({ ...popup, ...period }, now)}
                  chosen={popup._id === chosen}
                  choose={() => choose(popup)}
                  move={(grip, days) => drag(popup, movePeriod(period, grip, days))}
                  step={(grip, days) => drag(popup, movePeriod(findPendingPeriod(popup) ?? period, grip, days))}
                />
              )
            })}
          </div>
        )
      })}
    </section>
  )
}

/**
 * Returns the label of a day: the first of a month and the first visible day name their month if it differs from
 * `month`.
 */
const formatDayLabel = (day: string, firstSeen: string, month: string): string => {
  const number = String(Number(day.slice(8)))
  const named = number === '1' || (day === firstSeen && day.slice(0, 7) !== month)
  return named && day.slice(0, 7) !== month ? `${Number(day.slice(5, 7))}.${number}` : number
}

interface CalendarBarProps {
  bar: Bar
  popup: Popup
  period: CalendarPeriod
  state: TimedState
  chosen: boolean
  choose: () => void
  /** Moves by days relative to the period at the start of the drag. */
  move: (grip: Grip, days: number) => void
  /** Moves by days relative to the current period. */
  step: (grip: Grip, days: number) => void
}

function CalendarBar({ bar, popup, period, state, chosen, choose, move, step }: CalendarBarProps) {
  const moved = useRef(false)
  const words = `${getPopupName(popup)}, ${timedWords[state]()}, ${periodText(period.startAt, period.endAt) ?? m.list_period_always()}`

  const handleKeyDown = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'ArrowLeft' && pressedKey(event) !== 'ArrowRight') return
    event.preventDefault()
    const days = pressedKey(event) === 'ArrowLeft' ? -1 : 1
    step(event.shiftKey ? 'end' : event.altKey ? 'start' : 'all', days)
    // A bar that moves into another week is a new element: focus it again.
    setTimeout(() => document.querySelector<HTMLElement>(`[data-bar="${popup._id}"]`)?.focus())
  }

  /** Starts a drag; the distance is the difference in days between the pointer and its start. */
  const startDrag = (event: PointerEvent<HTMLElement>, grip: Grip) => {
    if (event.button !== 0) return
    event.stopPropagation()
    const from = findDayAt(event.clientX, event.clientY)
    let last = 0
    moved.current = false
    const handlePointerMove = (moving: globalThis.PointerEvent) => {
      const to = findDayAt(moving.clientX, moving.clientY)
      if (!from || !to) return
      const days = Math.round((startOfDay(to).getTime() - startOfDay(from).getTime()) / 86_400_000)
      if (days === last) return
      moved.current = true
      last = days
      move(grip, days)
    }
    const endDrag = () => {
      document.removeEventListener('pointermove', handlePointerMove)
      document.removeEventListener('pointerup', endDrag)
      document.removeEventListener('pointercancel', endDrag)
    }
    // Listen on the document instead of capturing the pointer: a bar that moves into another week is a new element.
    document.addEventListener('pointermove', handlePointerMove)
    document.addEventListener('pointerup', endDrag)
    document.addEventListener('pointercancel', endDrag)
  }

  return (
    <button
      type="button"
      className={styles.bar}
      data-state={state}
      data-chosen={chosen || undefined}
      data-begins={bar.begins || undefined}
      data-ends={bar.ends || undefined}
      data-bar={popup._id}
      style={{ gridColumn: `${bar.column + 1} / span ${bar.length}`, gridRow: bar.lane + 2 }}
      aria-label={words}
      aria-pressed={chosen}
      title={words}
      onPointerDown={(event) => startDrag(event, 'all')}
      onClick={() => !moved.current && choose()}
      onKeyDown={handleKeyDown}
    >
      {bar.begins && period.startAt && (
        <span
          className={styles.grip}
          data-grip="start"
          onPointerDown={(event) => startDrag(event, 'start')}
          aria-hidden="true"
        />
      )}
      <span className={styles.name}>{getPopupName(popup)}</span>
      {bar.ends && period.endAt && (
        <span
          className={styles.grip}
          data-grip="end"
          onPointerDown={(event) => startDrag(event, 'end')}
          aria-hidden="true"
        />
      )}
    </button>
  )
}

const findDayAt = (x: number, y: number): string | undefined =>
  document
    .elementsFromPoint(x, y)
    .map((element) => element.getAttribute('data-day'))
    .find((day) => day !== null) ?? undefined

export function CalendarLegend() {
  return (
    <p className={styles.legend}>
      {(['running', 'coming', 'ended'] as const).map((state) => (
        <StateMark key={state} mark={timedMarks[state]}>
          {timedWords[state]()}
        </StateMark>
      ))}
    </p>
  )
}
