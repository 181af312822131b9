import clsx from 'clsx'
import { memo } from 'react'
import { Icon } from '#console/kit/parts/icon.tsx'
import styles from '../board.module.css'
import { type BoardRow, measures } from '../board-rows.ts'
import { listRowProblems } from './board-grid-row.tsx'

const { head, height } = measures

/**
 * Row names that stay at the left edge while the times scroll below them. One sticky element: a sticky header in each
 * row would be a layer of its own, composited in every scroll frame. Hidden from screen readers, which have the header
 * within each row.
 */
export function BoardRowHeaders({
  drawn,
  answering,
}: {
  drawn: readonly { row: BoardRow; index: number }[]
  answering: (row: BoardRow) => boolean
}) {
  return (
    <div className={styles.rail} aria-hidden="true" data-rail>
      {drawn.map(({ row, index }) => (
        <RowHead key={row.key} row={row} index={index} isAnswering={answering(row)} />
      ))}
    </div>
  )
}

const RowHead = memo(function RowHead({
  row,
  index,
  isAnswering,
}: {
  row: BoardRow
  index: number
  isAnswering: boolean
}) {
  return (
    <div
      className={clsx(styles.rowHead, isAnswering && styles.answering)}
      style={{ top: head + index * height }}
      data-unreleased={row.isUnreleased || undefined}
    >
      <span className={styles.who}>
        <span className={styles.count}>{row.meetings}</span>
        <span className={styles.name} title={row.name}>
          {row.name}
        </span>
        {listRowProblems(row).map((problem) => (
          <span key={problem} className={styles.problem}>
            <Icon name="warning" />
            {problem}
          </span>
        ))}
      </span>
    </div>
  )
})
