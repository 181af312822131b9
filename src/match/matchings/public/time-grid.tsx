import { clsx } from 'clsx'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import styles from './time-grid.module.css'
import { city, clock, clocksOf, day, dayKey, seoul, shortDay } from './zones.ts'

export interface Cell {
  id: string
  startAt: string
  endAt: string
  /** How it looks: `online`, `offline`, `chosen`, `meeting`, `empty`, `closed`. */
  look: 'online' | 'offline' | 'chosen' | 'meeting' | 'empty' | 'closed'
  /** Its own text, short. */
  text: string
  /** What it is, for who does not see it: after day and clock. */
  name: string
}

interface TimeGridProps {
  label: string
  timeZone: string
  cells: readonly Cell[]
  /** A press of one, or a stroke over several: all between the first and the last, over days and times. */
  onStroke: (ids: readonly string[], first: string) => void
  onKey?: (key: string, id: string) => boolean
  multiple: boolean
}

/** Milliseconds a finger rests before it paints; a swipe scrolls. */
const hold = 300

/** A table may be a grid (ARIA in HTML, 4.2): its cells are pressed and moved over by arrows. */
const roleOf = (multiple: boolean) => ({ role: 'grid', ...(multiple && { 'aria-multiselectable': true }) })

/**
 * The slots of a fair, days beside each other and times below: own clock at the left, Seoul's at the right. One tab
 * stop; arrows move, Space presses, Shift with arrows strokes. A mouse strokes by dragging, a finger after a rest.
 */
export function TimeGrid({ label, timeZone, cells, onStroke, onKey, multiple }: TimeGridProps) {
  const days = [...new Set(cells.map(({ startAt }) => dayKey(startAt, seoul)))]
  const times = [...new Set(cells.map(({ startAt }) => clock(startAt, seoul)))].toSorted()
  const at = (column: number, row: number) =>
    cells.find(({ startAt }) => dayKey(startAt, seoul) === days[column] && clock(startAt, seoul) === times[row])
  const placeOf = (id: string) => {
    const cell = cells.find((one) => one.id === id)
    if (!cell) return [0, 0] as const
    return [days.indexOf(dayKey(cell.startAt, seoul)), times.indexOf(clock(cell.startAt, seoul))] as const
  }
  const [focused, setFocused] = useState<string>()
  const [stroke, setStroke] = useState<{ from: string; to: string }>()
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const grid = useRef<HTMLTableElement>(null)
  const current = focused && cells.some(({ id }) => id === focused) ? focused : cells[0]?.id

  const between = (from: string, to: string): string[] => {
    const [[a, b], [c, d]] = [placeOf(from), placeOf(to)]
    const found: string[] = []
    for (let column = Math.min(a, c); column <= Math.max(a, c); column += 1)
      for (let row = Math.min(b, d); row <= Math.max(b, d); row += 1) {
        const cell = at(column, row)
        if (cell) found.push(cell.id)
      }
    return found
  }
  const inStroke = new Set(stroke ? between(stroke.from, stroke.to) : [])

  const under = (event: PointerEvent): string | undefined =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-cell]')?.dataset.cell

  const begin = (event: PointerEvent, id: string) => {
    if (event.button !== 0) return
    setFocused(id)
    if (!multiple) return
    if (event.pointerType === 'mouse') setStroke({ from: id, to: id })
    else
      resting.current = setTimeout(() => {
        navigator.vibrate?.(15)
        setStroke({ from: id, to: id })
      }, hold)
  }
  const go = (event: PointerEvent) => {
    if (!stroke) return clearTimeout(resting.current)
    const id = under(event)
    if (id && id !== stroke.to) setStroke({ ...stroke, to: id })
  }
  const end = () => {
    clearTimeout(resting.current)
    if (stroke && stroke.from !== stroke.to) onStroke(between(stroke.from, stroke.to), stroke.from)
    // A press without a stroke is the click that follows.
    setStroke(undefined)
  }
  const drop = () => {
    clearTimeout(resting.current)
    setStroke(undefined)
  }

  const keys = (event: KeyboardEvent, id: string) => {
    const [column, row] = placeOf(id)
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      PageUp: [-1, 0],
      PageDown: [1, 0],
    }
    const move = moves[event.key]
    const ends = event.key === 'Home' ? times.map((_, index) => index) : times.map((_, index) => index).toReversed()
    const target = move
      ? at(column + move[0], row + move[1])
      : event.key === 'Home' || event.key === 'End'
        ? ends.map((index) => at(column, index)).find(Boolean)
        : undefined
    if (target) {
      event.preventDefault()
      setFocused(target.id)
      grid.current?.querySelector<HTMLElement>(`[data-cell="${target.id}"]`)?.focus()
      if (event.shiftKey && multiple) onStroke([id, target.id], id)
    } else if (event.key === 'Escape') drop()
    else if (onKey?.(event.ctrlKey || event.metaKey ? `Ctrl+${event.key}` : event.key, id)) event.preventDefault()
  }

  return (
    <div className={styles.frame}>
      <table
        ref={grid}
        {...roleOf(multiple)}
        aria-label={label}
        className={styles.grid}
        style={{ '--days': days.length }}
        onPointerMove={go}
        onPointerUp={end}
        onPointerCancel={drop}
        onPointerLeave={() => stroke && drop()}
      >
        <thead>
          <tr>
            <th scope="col" className={styles.zone}>
              {city(timeZone)}
            </th>
            {days.map((key, column) => {
              const first = times.map((_, row) => at(column, row)).find(Boolean)
              return (
                <th key={key} scope="col" className={styles.day}>
                  {first && shortDay(first.startAt, seoul)}
                </th>
              )
            })}
            <th scope="col" className={styles.zone}>
              {city(seoul)}
            </th>
          </tr>
        </thead>
        <tbody>
          {times.map((time, row) => {
            const starts = days.flatMap((_, column) => at(column, row)?.startAt ?? [])
            return (
              <tr key={time}>
                <th scope="row" className={styles.clock}>
                  {clocksOf(starts, timeZone).map((text) => (
                    <span key={text} className={styles.own}>
                      {text}
                    </span>
                  ))}
                </th>
                {days.map((key, column) => {
                  const cell = at(column, row)
                  if (!cell) return <td key={key} className={styles.none} />
                  return (
                    <td key={cell.id}>
                      <button
                        type="button"
                        data-cell={cell.id}
                        data-look={cell.look}
                        className={clsx(styles.cell, inStroke.has(cell.id) && styles.stroked)}
                        aria-pressed={cell.look === 'online' || cell.look === 'offline' || cell.look === 'chosen'}
                        tabIndex={cell.id === current ? 0 : -1}
                        aria-label={`${day(cell.startAt, timeZone)} ${clock(cell.startAt, timeZone)}, ${city(seoul)} ${clock(cell.startAt, seoul)}, ${cell.name}`}
                        onPointerDown={(event) => begin(event, cell.id)}
                        onClick={() => onStroke([cell.id], cell.id)}
                        onFocus={() => setFocused(cell.id)}
                        onKeyDown={(event) => keys(event, cell.id)}
                      >
                        {cell.text}
                      </button>
                    </td>
                  )
                })}
                <td className={styles.clock}>{time}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
