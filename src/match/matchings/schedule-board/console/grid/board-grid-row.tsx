import clsx from 'clsx'
import { memo } from 'react'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import type { Board, SeatAnswer } from '../../contract.ts'
import styles from '../board.module.css'
import { answerLabel, describeMeeting, formatSeoulTime, placeLabel, tableLabel } from '../board-labels.ts'
import { type BoardRow, canDrop, isMeeting, measures, namesOf, type RowKind } from '../board-rows.ts'
import mark from './board-marks.module.css'
import { truncateToWidth } from './truncate-text.ts'

const { height } = measures

interface RowProps {
  board: Board
  row: BoardRow
  /** Index among all rows, rendered or not. */
  index: number
  kind: RowKind
  /** Column of the focused cell in this row. */
  active: number | null
  /**
   * Answers of the row's slots to the lifted meeting; null if nothing is lifted or it cannot be dropped in this row.
   */
  answers: ReadonlyMap<string, SeatAnswer> | null
  /** Id of the lifted meeting, and the company whose other meetings are framed. */
  lifted: string | null
  framed: string | null
  /** Column of the drop target in this row. */
  target: number | null
}

/** Returns the text of a cell's answer to the lifted meeting; empty if nothing is lifted. */
const answerOf = (seat: SeatAnswer | undefined, row: BoardRow, isOpen: boolean, hasMeeting: boolean): string => {
  if (!seat || (seat.answer === 'here' && hasMeeting)) return ''
  if (isOpen) return seat.way === 'online' ? answerLabel('free') : tableLabel(row.table ?? seat.place ?? 0)
  return seat.answer === 'free' ? m.board_answer_taken() : answerLabel(seat.answer)
}

/**
 * Returns the columns to render: those with a meeting, and the focused one. Empty cells are lines of the row's
 * background.
 */
const columnsOf = ({ board, row, active, answers }: RowProps): number[] => {
  if (answers) return board.slots.map((_, column) => column)
  const columns = new Set(row.cells.keys())
  if (active !== null) columns.add(active)
  return [...columns].sort((one, other) => one - other)
}

/** Returns what is wrong with a row, as texts. */
export const listRowProblems = ({ isClosed, isChanged }: BoardRow): string[] => {
  if (isClosed) return [m.board_table_closed()]
  return isChanged ? [m.board_changed()] : []
}

/** A row of the board: its name and its cells. */
export const BoardGridRow = memo(function BoardLine(props: RowProps) {
  const { board, row, index, kind, active, answers, lifted, framed, target } = props
  return (
    <tr
      aria-rowindex={index + 3}
      className={clsx(styles.row, answers && styles.answering)}
      style={{ top: index * height }}
      data-row={row.key}
    >
      {/* For screen readers; the visible header at the edge is in board-rail.tsx. */}
      <th scope="row" className={styles.rowLabel}>
        {[row.name, row.meetings, ...listRowProblems(row)].join(', ')}
      </th>
      {columnsOf(props).map((column) => {
        const slot = board.slots[column]
        if (!slot) return null
        const [meeting, ...further] = row.cells.get(column) ?? []
        const seat = answers?.get(slot._id)
        const isOpen = seat !== undefined && canDrop(seat, row.table)
        const answerText = answerOf(seat, row, isOpen, meeting !== undefined)
        const place = {
          'aria-colindex': column + 2,
          tabIndex: active === column ? 0 : -1,
          style: { gridColumn: column + 2 },
          'data-column': column,
          'data-target': target === column || undefined,
          'data-open': isOpen || undefined,
        }
        if (!meeting) {
          const label = m.board_cell_empty({ name: row.name, time: formatSeoulTime(slot.startAt) })
          return (
            <td
              key={slot._id}
              {...place}
              aria-label={answerText ? `${label}, ${answerText}` : label}
              className={styles.cell}
            >
              {answerText && <span className={styles.answer}>{answerText}</span>}
            </td>
          )
        }
        const names = namesOf(board, meeting)
        const isLifted = meeting._id === lifted && isMeeting(meeting)
        const isFramed = framed === names.buyer && meeting._id !== lifted && isMeeting(meeting)
        const isLocked = meeting.unreleased && !isLifted
        const other = truncateToWidth(kind === 'buyers' ? names.seller : names.buyer, 'whole')
        const where = isLifted
          ? truncateToWidth(m.board_lifted_here(), 'whole')
          : truncateToWidth(kind === 'tables' ? names.seller : placeLabel(meeting), 'marked')
        const more = further.length > 0 ? `+${further.length}` : ''
        // The accessible name contains the visible text (WCAG 2.5.3).
        const visibleText = [other, where, more].filter(Boolean).join(' ')
        const label = [visibleText, describeMeeting(meeting, names, slot.startAt), answerText]
          .filter(Boolean)
          .join(', ')
        return (
          <td
            key={slot._id}
            {...place}
            aria-label={label}
            className={clsx(styles.cell, styles.meeting, more && styles.crowded, isLifted && styles.away)}
            data-state={meeting.state}
            data-way={meeting.way}
            data-changed={meeting.changed !== null || undefined}
            data-framed={isFramed || undefined}
            data-meeting={meeting._id}
          >
            {`${other} `}
            <span className={clsx(styles.place, !isLocked && !isLifted && mark.mark)}>
              {isLocked && <Icon name="lock" className={styles.lock} />}
              {where}
              {more && <span className={styles.more}> {more}</span>}
            </span>
          </td>
        )
      })}
    </tr>
  )
})
