import { clsx } from 'clsx'
import { Fragment, type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx'
import {
  cityName,
  dayKey,
  formatDay,
  formatDayOfMonth,
  formatShortDay,
  formatTime,
  formatTimeBeside,
  listLocalTimes,
  seoul,
} from '../../public/format-time.ts'
import { createAxis } from './grid-axis.ts'
import styles from './time-grid.module.css'
import { useStroke } from './use-stroke.ts'

export interface Cell {
  id: string
  startAt: string
  endAt: string
  /** Appearance; `given` can be picked. */
  look: 'online' | 'offline' | 'chosen' | 'meeting' | 'empty' | 'closed' | 'given'
  /** `offline` if a `given` cell is in person. */
  way?: 'online' | 'offline' | null
  /** Short visible text. */
  text: ReactNode
  /** Accessible name, read after day and time. */
  name: string
  /** True where the cell forms one block with the cell above or below it. */
  joins?: { above: boolean; below: boolean }
}

interface TimeGridProps {
  label: string
  timeZone: string
  /** Time zone of the ruler on the right; null if it would repeat the left one. */
  second: string | null
  cells: readonly Cell[]
  breaks: readonly { startAt: string; endAt: string; title: string }[]
  /**
   * Called for a press on one cell, or a stroke over several: all cells of the rectangle between the first and the
   * last.
   */
  onStroke: (ids: readonly string[], first: string) => void
  /** Called for Shift+arrow with the rectangle from `first`; with `goesOn` it replaces the previous rectangle. */
  onStretch?: (ids: readonly string[], first: string, goesOn: boolean) => void
  onKey?: (key: string, id: string) => boolean
  onFocused?: (id: string) => void
  /** Cell that has the tab stop initially. */
  start?: string | undefined
  /** Returns the note beside the day in its column header. */
  noteOf?: (dayKey: string) => string
  /** Tooltip of a stroke in progress: two lines beside the pointer. */
  tipOf?: (ids: readonly string[], first: string) => readonly [string, string]
  multiple: boolean
}

/** A table may have the role grid (ARIA in HTML, 4.2): its cells are pressed, and navigated with arrows. */
const gridAttributes = (multiple: boolean) => ({ role: 'grid', ...(multiple && { 'aria-multiselectable': true }) })

/** Cells of a grid have the role gridcell, which can be selected. */
const gridcellAttributes = (isChosen: boolean) => ({ role: 'gridcell', 'aria-selected': isChosen })

const selectable = new Set<Cell['look']>(['online', 'offline', 'chosen'])
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
/** Minutes of the day before which a time is marked as early (7:00). */
const dayStart = 7 * 60

/**
 * Grid of a fair's slots, days as columns and times as rows: the company's clock on the left, the other one on the
 * right. One tab stop; arrows move, Space presses, Shift with arrows extends a stroke. Phones show one day at a time,
 * with buttons for the others.
 */
export function TimeGrid(props: TimeGridProps) {
  const {
    label,
    timeZone,
    second,
    cells,
    breaks,
    onStroke,
    onStretch,
    onKey,
    onFocused,
    noteOf,
    tipOf,
    start,
    multiple,
  } = props
  const axis = useMemo(() => createAxis(cells), [cells])
  const byId = useMemo(() => new Map(cells.map((cell) => [cell.id, cell])), [cells])
  const [focused, setFocused] = useState<string | undefined>(start)
  const current = (focused && byId.has(focused) ? focused : cells[0]?.id) ?? ''
  const [shownColumn] = axis.placeOf(current)
  const grid = useRef<HTMLTableElement>(null)
  /** Cell in which Shift with arrows started. */
  const anchor = useRef<string>(undefined)

  const { stroke, begin, continueStroke, end, drop, leave } = useStroke({
    grid,
    isOn: multiple,
    onEnd: (from, to) => onStroke(axis.between(from, to), from),
  })
  const strokeIds = stroke ? axis.between(stroke.from, stroke.to) : []
  const inStroke = new Set(strokeIds)
  const tip = stroke && strokeIds.length > 1 ? tipOf?.(strokeIds, stroke.from) : undefined

  const show = (id: string) => {
    setFocused(id)
    onFocused?.(id)
  }
  const moveTo = (id: string) => {
    // On phones the day of the cell must be rendered before the cell can get the focus.
    flushSync(() => show(id))
    grid.current?.querySelector<HTMLElement>(`[data-cell="${id}"]`)?.focus()
  }
  const ofColumn = (column: number) => axis.rows.flatMap((_, row) => axis.at(column, row) ?? [])

  const targetOf = (key: string, id: string): string | undefined => {
    const [column, row] = axis.placeOf(id)
    const columnCells = ofColumn(column)
    const place = columnCells.indexOf(id)
    const findBeside = (by: number) => axis.at(column + by, row) ?? ofColumn(column + by).at(-1)
    if (key === 'ArrowUp') return columnCells[place - 1]
    if (key === 'ArrowDown') return columnCells[place + 1]
    if (key === 'ArrowLeft' || key === 'PageUp') return column > 0 ? findBeside(-1) : undefined
    if (key === 'ArrowRight' || key === 'PageDown') return findBeside(1)
    if (key === 'Home') return columnCells[0]
    return key === 'End' ? columnCells.at(-1) : undefined
  }
  const keys = (event: KeyboardEvent, id: string) => {
    const target = targetOf(pressedKey(event), id)
    if (target) {
      event.preventDefault()
      if (event.shiftKey && onStretch) {
        const goesOn = anchor.current !== undefined
        anchor.current ??= id
        onStretch(axis.between(anchor.current, target), anchor.current, goesOn)
      } else anchor.current = undefined
      moveTo(target)
    } else if (pressedKey(event) === 'Escape' && stroke) {
      event.preventDefault()
      event.stopPropagation()
      drop()
    } else if (onKey?.(event.ctrlKey || event.metaKey ? `Ctrl+${pressedKey(event)}` : pressedKey(event), id)) {
      event.preventDefault()
      anchor.current = undefined
    } else if (pressedKey(event) !== 'Shift') anchor.current = undefined
  }

  const nameOf = ({ startAt, name }: Cell) => {
    const other = second && ` ${formatTimeBeside(startAt, second, timeZone)},`
    return `${formatDay(startAt, timeZone)} ${formatTime(startAt, timeZone)},${other ?? ''} ${name}`
  }
  const headOf = (column: number) => byId.get(ofColumn(column)[0] ?? '')?.startAt ?? ''
  const breakBefore = (row: number) => {
    const from = minutesOf(axis.rows[row - 1]?.time ?? '00:00')
    const to = minutesOf(axis.rows[row]?.time ?? '00:00')
    return breaks.find(({ startAt }) => {
      const at = minutesOf(formatTime(startAt, seoul))
      return at > from && at < to
    })?.title
  }

  return (
    <div className={styles.root}>
      {axis.days.length > 1 && (
        <div className={styles.days}>
          {axis.days.map((key, column) => (
            <button
              key={key}
              type="button"
              className={styles.dayChoice}
              aria-pressed={column === shownColumn}
              onClick={() => show(ofColumn(column)[0] ?? '')}
            >
              <b>{formatDayOfMonth(headOf(column), timeZone)}</b>
              <span>{noteOf?.(key)}</span>
            </button>
          ))}
        </div>
      )}
      <div className={styles.frame}>
        <table
          ref={grid}
          {...gridAttributes(multiple)}
          aria-label={label}
          className={styles.grid}
          style={{ '--days': axis.days.length }}
          data-second={second ? '' : undefined}
          onPointerMove={continueStroke}
          onPointerUp={end}
          onPointerCancel={drop}
          onPointerLeave={leave}
          onContextMenu={(event) => stroke && event.preventDefault()}
        >
          <thead>
            <tr>
              <th scope="col" className={styles.zone}>
                {cityName(timeZone)}
              </th>
              {axis.days.map((key, column) => (
                <th key={key} scope="col" className={styles.day} data-shown={column === shownColumn || undefined}>
                  {formatShortDay(headOf(column), timeZone)}
                  <span className={styles.note}>
                    {dayKey(headOf(column), timeZone) === key
                      ? noteOf?.(key)
                      : `${cityName(seoul)} ${formatDayOfMonth(headOf(column), seoul)}`}
                  </span>
                </th>
              ))}
              {second && (
                <th scope="col" className={styles.zone} data-second="">
                  {cityName(second)}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {axis.rows.map(({ time, isDetached }, row) => {
              const starts = axis.days.flatMap((_, column) => {
                const at = byId.get(axis.at(column, row) ?? '')?.startAt
                return at ? [{ at, first: headOf(column) }] : []
              })
              return (
                <Fragment key={time}>
                  {isDetached && (
                    <tr>
                      <td className={styles.break}>
                        <span>{breakBefore(row)}</span>
                      </td>
                    </tr>
                  )}
                  <tr data-off={axis.at(shownColumn, row) === undefined || undefined}>
                    <th scope="row" className={styles.clock}>
                      {listLocalTimes(starts, timeZone).map((text) => (
                        <span
                          key={text}
                          className={styles.localTime}
                          data-early={minutesOf(text) < dayStart || undefined}
                        >
                          {text}
                        </span>
                      ))}
                    </th>
                    {axis.days.map((key, column) => {
                      const cell = byId.get(axis.at(column, row) ?? '')
                      const isShown = column === shownColumn || undefined
                      if (!cell) return <td key={key} className={styles.none} data-shown={isShown} />
                      return (
                        <td
                          key={cell.id}
                          className={styles.place}
                          data-shown={isShown}
                          {...gridcellAttributes(selectable.has(cell.look))}
                        >
                          <button
                            type="button"
                            data-cell={cell.id}
                            data-look={cell.look}
                            data-way={cell.way ?? undefined}
                            data-above={cell.joins?.above || undefined}
                            data-below={cell.joins?.below || undefined}
                            className={clsx(styles.cell, inStroke.has(cell.id) && styles.stroked)}
                            tabIndex={cell.id === current ? 0 : -1}
                            onPointerDown={(event) => begin(event, cell.id)}
                            onClick={() => onStroke([cell.id], cell.id)}
                            onFocus={() => show(cell.id)}
                            onKeyDown={(event) => keys(event, cell.id)}
                          >
                            {/* Not an `aria-label`: it would have to contain the visible abbreviation. */}
                            <VisuallyHidden>{nameOf(cell)}</VisuallyHidden>
                            <span className={styles.text} aria-hidden="true">
                              {cell.text}
                            </span>
                          </button>
                        </td>
                      )
                    })}
                    {second && (
                      <td className={styles.clock} data-second="">
                        {listLocalTimes(starts, second).map((text) => (
                          <span key={text}>{text}</span>
                        ))}
                      </td>
                    )}
                  </tr>
                </Fragment>
              )
            })}
          </tbody>
        </table>
      </div>
      {tip && stroke && (
        <p className={styles.tip} style={{ left: stroke.x + 16, top: stroke.y + 20 }} aria-hidden="true">
          <b>{tip[0]}</b>
          <br />
          {tip[1]}
        </p>
      )}
      <p className={styles.swipe}>{m.matchings_grid_touch()}</p>
    </div>
  )
}
