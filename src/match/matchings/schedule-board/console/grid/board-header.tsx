import { memo } from 'react'
import { m } from '#messages/messages.js'
import type { Board } from '../../contract.ts'
import styles from '../board.module.css'
import { formatSeoulTime, rowLabels } from '../board-labels.ts'
import type { RowKind } from '../board-rows.ts'

interface HeadProps {
  board: Board
  kind: RowKind
  rows: number
  /** Number of tables taken, by slot. */
  takenCounts: readonly number[]
}

/** Two header rows: the times of the day, and the number of tables taken in each. */
export const BoardHeader = memo(function BoardHead({ board, kind, rows, takenCounts }: HeadProps) {
  const { tables } = board.fair
  return (
    <thead className={styles.heads}>
      <tr aria-rowindex={1} className={styles.headRow}>
        <th scope="col" className={styles.corner}>
          <span className={styles.who}>
            <span className={styles.count}>{m.board_count()}</span>
            <span className={styles.name}>{m.board_rows_count({ rows: rowLabels[kind](), count: rows })}</span>
          </span>
        </th>
        {board.slots.map(({ _id, startAt, closed }) => (
          <th scope="col" key={_id} className={styles.time} data-closed={closed || undefined}>
            {formatSeoulTime(startAt)}
            {closed && <span className={styles.closed}> {m.board_slot_closed()}</span>}
          </th>
        ))}
      </tr>
      <tr aria-rowindex={2} className={styles.headRow}>
        <th scope="row" className={styles.corner}>
          <span className={styles.who}>
            <span className={styles.count} />
            <span className={styles.name}>{m.board_tables_of({ count: tables })}</span>
          </span>
        </th>
        {board.slots.map(({ _id }, index) => {
          const count = takenCounts[index] ?? 0
          const isFull = tables > 0 && count >= tables
          return (
            <td key={_id} className={styles.taken} data-full={isFull || undefined}>
              <span
                className={styles.bar}
                style={{ width: `${tables > 0 ? Math.min(88, (88 * count) / tables) : 0}%` }}
              />
              {isFull ? m.board_full({ count }) : count}
            </td>
          )
        })}
      </tr>
    </thead>
  )
})
