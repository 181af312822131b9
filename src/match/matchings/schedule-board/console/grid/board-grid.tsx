import clsx from 'clsx'
import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { m } from '#messages/messages.js'
import { pressedKey } from '#ui/browser/keyboard.ts'
import type { Board, BoardMeeting } from '../../contract.ts'
import styles from '../board.module.css'
import {
  type BoardRow,
  countTakenTables,
  type DropTarget,
  hasMeeting,
  isLiftable,
  type LiftedMeeting,
  measures,
  namesOf,
  type RowKind,
} from '../board-rows.ts'
import { BoardGridRow } from './board-grid-row.tsx'
import { BoardHeader } from './board-header.tsx'
import mark from './board-marks.module.css'
import { BoardRowHeaders } from './board-row-headers.tsx'
import { DropTooltip } from './drop-tooltip.tsx'
import { useVisibleRows } from './use-visible-rows.ts'

const { height, head, width, left } = measures
/**
 * Pixels that a pointer must move to start a drag; width in pixels of the edge at which the board scrolls
 * automatically.
 */
const [dragThreshold, edge] = [4, 40]

interface GridProps {
  board: Board
  rows: readonly BoardRow[]
  kind: RowKind
  mayWrite: boolean
  lifted: LiftedMeeting | null
  target: DropTarget | null
  onLift(meeting: BoardMeeting, row: BoardRow): void
  onTarget(target: DropTarget): void
  onDrop(target: DropTarget): void
  onStop(): void
  onStep(event: KeyboardEvent): boolean
  onSelect(meeting: BoardMeeting | null): void
}

/** Pressed pointer, and the box of the board at that moment: a drag reads no layout. */
interface Drag {
  x: number
  y: number
  box: DOMRect
  meeting: BoardMeeting
  row: BoardRow
  moved: boolean
}

/** Background that marks closed columns, drawn once for a whole row. */
const drawClosedColumns = ({ slots }: Board): string => {
  const stops = slots.flatMap(({ closed }, column) => {
    const [from, to] = [left + column * width, left + (column + 1) * width - 1]
    return closed ? [`transparent ${from}px, var(--c-weekend) ${from}px ${to}px, transparent ${to}px`] : []
  })
  return stops.length > 0 ? `linear-gradient(90deg, ${stops.join(', ')})` : 'none'
}

/**
 * Grid of the board: companies or tables as rows, time as columns. One tab stop; arrows move, Enter lifts and drops, a
 * mouse may drag.
 */
export function BoardGrid(props: GridProps) {
  const { board, rows, kind, mayWrite, lifted, target, onLift, onTarget, onDrop, onStop, onStep, onSelect } = props
  const scroller = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag | null>(null)
  const [active, setActive] = useState({ row: 0, column: 0 })
  const { from, to } = useVisibleRows(scroller, rows.length, height, head)
  const takenCounts = useMemo(() => countTakenTables(board), [board])
  const current = rows[active.row]
  const liftedRow = kind === 'tables' ? null : (lifted?.row ?? null)

  const show = (row: number, column: number) => {
    const element = scroller.current
    if (!element) return
    const top = row * height
    if (top < element.scrollTop) element.scrollTop = top
    const bottom = top + height + head
    if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight
    const start = column * width
    if (start < element.scrollLeft) element.scrollLeft = start
    const end = left + start + width
    if (end > element.scrollLeft + element.clientWidth) element.scrollLeft = end - element.clientWidth
  }
  const wantsFocus = useRef(false)
  // The cell may be rendered only now that its row is in view.
  useEffect(() => {
    if (!wantsFocus.current) return
    const cell = scroller.current?.querySelector<HTMLElement>(
      `[data-row="${current?.key}"] [data-column="${active.column}"]`,
    )
    if (!cell) return
    wantsFocus.current = false
    cell.focus({ preventScroll: true })
  })
  const move = (row: number, column: number) => {
    wantsFocus.current = true
    const next = {
      row: Math.max(0, Math.min(rows.length - 1, row)),
      column: Math.max(0, Math.min(board.slots.length - 1, column)),
    }
    setActive(next)
    show(next.row, next.column)
    onSelect(rows[next.row]?.cells.get(next.column)?.[0] ?? null)
  }
  // Scroll to the row of a meeting lifted from outside the grid, and move the keyboard focus there.
  const own = lifted?.row ?? null
  const start = target?.column ?? 0
  useEffect(() => {
    const row = own === null ? -1 : rows.findIndex(({ key }) => key === own)
    if (row < 0 || !scroller.current) return
    const top = row * height
    const { scrollTop, clientHeight } = scroller.current
    if (top < scrollTop || top + height + head > scrollTop + clientHeight) scroller.current.scrollTop = top
    // A new object even for the same row, so that the focus moves after the next render.
    setActive((before) => (before.row === row ? { ...before } : { row, column: start }))
    wantsFocus.current = true
    // Runs only when a meeting is lifted; afterwards the target moves without the focus.
  }, [own, rows, start])

  /** Makes a cell that received the focus from Tab or a screen reader the active one. */
  const activateFocused = ({ target: element }: FocusEvent<HTMLElement>) => {
    const column = Number(element.closest<HTMLElement>('[data-column]')?.dataset.column)
    const row = rows.findIndex(({ key }) => key === element.closest<HTMLElement>('[data-row]')?.dataset.row)
    if (row < 0 || Number.isNaN(column) || (row === active.row && column === active.column)) return
    setActive({ row, column })
    onSelect(rows[row]?.cells.get(column)?.[0] ?? null)
  }
  const keys = (event: KeyboardEvent) => {
    if (lifted ? onStep(event) : false) return event.preventDefault()
    if (lifted) return
    const meeting = current?.cells.get(active.column)?.[0]
    const isAct =
      pressedKey(event) === 'Enter' ||
      pressedKey(event) === ' ' ||
      (event.altKey && pressedKey(event).startsWith('Arrow'))
    if (isAct && meeting && current && mayWrite && isLiftable(meeting)) {
      event.preventDefault()
      return onLift(meeting, current)
    }
    const steps: Record<string, [number, number]> = {
      ArrowUp: [active.row - 1, active.column],
      ArrowDown: [active.row + 1, active.column],
      ArrowLeft: [active.row, active.column - 1],
      ArrowRight: [active.row, active.column + 1],
      Home: [active.row, 0],
      End: [active.row, board.slots.length - 1],
      PageUp: [active.row - 10, active.column],
      PageDown: [active.row + 10, active.column],
    }
    const step = steps[pressedKey(event)]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    move(...step)
  }

  /** Returns the cell under the pointer by arithmetic, because empty cells have no element. Null outside the board. */
  const cellAt = (event: PointerEvent, box = scroller.current?.getBoundingClientRect()) => {
    const element = scroller.current
    if (!element || !box) return null
    const [x, y] = [event.clientX - box.left, event.clientY - box.top]
    if (x < left || y < head || x > box.width || y > box.height) return null
    const row = Math.floor((y - head + element.scrollTop) / height)
    const column = Math.floor((x - left + element.scrollLeft) / width)
    return row < rows.length && column < board.slots.length ? { row, column } : null
  }
  const targetOf = (cell: { row: number; column: number }): DropTarget => ({
    column: cell.column,
    place: kind === 'tables' ? (rows[cell.row]?.table ?? null) : null,
  })
  const isIn = (cell: { row: number }) => kind === 'tables' || rows[cell.row]?.key === liftedRow

  const press = (event: PointerEvent) => {
    const cell = cellAt(event)
    if (!cell || event.button !== 0) return
    if (lifted) {
      if (isIn(cell)) onDrop(targetOf(cell))
      return
    }
    move(cell.row, cell.column)
    const row = rows[cell.row]
    const meeting = row?.cells.get(cell.column)?.[0]
    // Touch scrolls; touch users move a meeting with the footer button and a tap.
    if (!row || !meeting || !mayWrite || !isLiftable(meeting) || event.pointerType === 'touch') return
    const box = scroller.current?.getBoundingClientRect()
    if (!box) return
    drag.current = { x: event.clientX, y: event.clientY, box, meeting, row, moved: false }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const trackPointer = (event: PointerEvent) => {
    const dragging = drag.current
    if (!dragging) {
      const cell = lifted && event.pointerType !== 'touch' ? cellAt(event) : null
      if (!cell || !isIn(cell)) return
      const next = targetOf(cell)
      if (next.column !== target?.column || next.place !== target.place) onTarget(next)
      return
    }
    if (!dragging.moved && Math.hypot(event.clientX - dragging.x, event.clientY - dragging.y) < dragThreshold) return
    if (!dragging.moved) onLift(dragging.meeting, dragging.row)
    dragging.moved = true
    const { box } = dragging
    const element = scroller.current
    if (!element) return
    if (event.clientX > box.right - edge) element.scrollLeft += width / 4
    if (event.clientX < box.left + left + edge / 4) element.scrollLeft -= width / 4
    if (event.clientY > box.bottom - edge) element.scrollTop += height / 4
    if (event.clientY < box.top + head) element.scrollTop -= height / 4
    aim(cellAt(event, box))
  }
  /** Reports the drop target when it changes to another cell. */
  const aim = (cell: { row: number; column: number } | null) => {
    const dragging = drag.current
    if (!cell || !dragging || (kind !== 'tables' && rows[cell.row]?.key !== dragging.row.key)) return
    const next = targetOf(cell)
    if (next.column !== target?.column || next.place !== target.place) onTarget(next)
  }
  const release = (event: PointerEvent) => {
    const dragging = drag.current
    drag.current = null
    if (!dragging?.moved) return
    const cell = cellAt(event, dragging.box)
    if (cell && (kind === 'tables' || rows[cell.row]?.key === dragging.row.key)) onDrop(targetOf(cell))
    else onStop()
  }
  const abandon = () => {
    if (drag.current?.moved) onStop()
    drag.current = null
  }

  const targetRow =
    lifted && target
      ? rows.findIndex(({ key, table }) => (kind === 'tables' ? table === target.place : key === liftedRow))
      : -1
  const drawn = rows.slice(from, to).map((row, offset) => ({ row, index: from + offset }))
  // Render the active row even when it is scrolled out of view, so that Tab always reaches the grid.
  if (current && (active.row < from || active.row >= to)) drawn.push({ row: current, index: active.row })
  const isAnswering = (row: BoardRow) => lifted !== null && (kind === 'tables' || row.key === liftedRow)
  const closed = useMemo(() => drawClosedColumns(board), [board])
  return (
    <div ref={scroller} className={styles.scroller}>
      <div className={styles.inner} style={{ width: left + board.slots.length * width }}>
        <BoardRowHeaders drawn={drawn} answering={isAnswering} />
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells take focus, as the ARIA grid pattern requires
          role="grid"
          className={clsx(styles.grid, mark.marks)}
          style={{ width: left + board.slots.length * width, '--closed': closed } as CSSProperties}
          aria-label={m.board_title()}
          aria-rowcount={rows.length + 2}
          aria-colcount={board.slots.length + 1}
          onKeyDown={keys}
          onFocus={activateFocused}
          // Leave the focus to the cell rendered for it, not to the element under the pointer.
          onMouseDown={(event) => event.preventDefault()}
          onPointerDown={press}
          onPointerMove={trackPointer}
          onPointerUp={release}
          onPointerCancel={abandon}
        >
          <BoardHeader board={board} kind={kind} rows={rows.length} takenCounts={takenCounts} />
          <tbody className={styles.body} style={{ height: rows.length * height }}>
            {drawn.map(({ row, index }) => (
              <BoardGridRow
                key={row.key}
                board={board}
                row={row}
                index={index}
                kind={kind}
                active={active.row === index ? active.column : null}
                answers={lifted && isAnswering(row) ? lifted.answers : null}
                lifted={lifted && hasMeeting(row, ({ _id }) => _id === lifted._id) ? lifted._id : null}
                framed={
                  lifted && hasMeeting(row, (one) => namesOf(board, one).buyer === lifted.buyer) ? lifted.buyer : null
                }
                target={targetRow === index && target ? target.column : null}
              />
            ))}
          </tbody>
        </table>
        {/* In its own element: whether the table is the last child decides on the styles of all its cells. */}
        <div>
          {lifted && target && targetRow >= 0 && (
            <DropTooltip
              board={board}
              lifted={lifted}
              target={target}
              style={{ top: head + (targetRow + 1) * height + 6, left: left + target.column * width }}
              isLow={targetRow > rows.length - 4}
            />
          )}
        </div>
      </div>
    </div>
  )
}
