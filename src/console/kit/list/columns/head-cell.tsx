import { UnstyledButton } from '@mantine/core'
import clsx from 'clsx'
import type { PointerEvent } from 'react'
import { m } from '#messages/messages.js'
import { Icon } from '../../parts/icon.tsx'
import styles from './head-cell.module.css'

export type Direction = 'ascending' | 'descending'

interface HeadCellProps {
  title: string
  align: 'right' | undefined
  /** Undefined if the API cannot sort by this column. */
  sort?: { direction: Direction | undefined; toggle: () => void }
  /** Undefined for the column that takes the remaining width. */
  resize?: (width: number) => void
}

/** Column heading: title, sort order, and an edge to drag for the width. */
export function HeadCell({ title, align, sort, resize }: HeadCellProps) {
  const words = { ascending: m.list_sort_ascending, descending: m.list_sort_descending }
  return (
    <span className={clsx(styles.headCell, align === 'right' && styles.right)}>
      {sort ? (
        <UnstyledButton
          className={clsx(styles.headSort, sort.direction && styles.sorted)}
          onClick={sort.toggle}
          aria-label={sort.direction ? words[sort.direction]({ title }) : m.list_sort_by({ title })}
        >
          {sort.direction && <Icon name={sort.direction === 'descending' ? 'sortDown' : 'sortUp'} size={12} />}
          {title}
        </UnstyledButton>
      ) : (
        title
      )}
      {resize && <span className={styles.edge} onPointerDown={(event) => drag(event, resize)} aria-hidden="true" />}
    </span>
  )
}

/** The column menu offers the same by keyboard. */
const drag = (event: PointerEvent<HTMLSpanElement>, resize: (width: number) => void) => {
  const handle = event.currentTarget
  const cell = handle.closest('th')
  if (!cell) return
  event.preventDefault()
  const from = event.clientX
  const width = cell.getBoundingClientRect().width
  const move = (moved: globalThis.PointerEvent) => resize(width + moved.clientX - from)
  const end = () => {
    handle.removeEventListener('pointermove', move)
    handle.removeEventListener('pointerup', end)
    handle.removeEventListener('pointercancel', end)
  }
  handle.setPointerCapture(event.pointerId)
  handle.addEventListener('pointermove', move)
  handle.addEventListener('pointerup', end)
  handle.addEventListener('pointercancel', end)
}
