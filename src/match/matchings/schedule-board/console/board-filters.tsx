import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '#console/kit/parts/icon.tsx'
import { m } from '#messages/messages.js'
import { formatTabDate } from '../../public/format-time.ts'
import type { Board } from '../contract.ts'
import styles from './board.module.css'
import { BoardDays } from './board-days.tsx'
import { rowLabels } from './board-labels.ts'
import { BoardLegend } from './board-legend.tsx'
import { isRowKind, type RowKind, rowKinds } from './board-rows.ts'

interface FiltersProps {
  board: Board | undefined
  kind: RowKind
  query: string
  reason: string
  mayWrite: boolean
  onKind(kind: RowKind): void
  onDay(day: string): void
  onQuery(query: string): void
  onReason(reason: string): void
}

/**
 * Filters of the board, and the reason for changes. On phones one line, with a button that sums up the rest and unfolds
 * it.
 */
export function BoardFilters(props: FiltersProps) {
  const { board, kind, query, reason, mayWrite, onKind, onDay, onQuery, onReason } = props
  const [isOpen, setOpen] = useState(false)
  const shown = [rowLabels[kind](), board?.day && formatTabDate(board.day)].filter(Boolean).join(' · ')
  return (
    <>
      <TextInput
        id="board-words"
        aria-label={m.board_search()}
        placeholder={m.board_search()}
        leftSection={<Icon name="search" />}
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
        className={styles.search}
      />
      <Button
        className={styles.fold}
        aria-expanded={isOpen}
        aria-controls="board-options"
        aria-label={m.board_options({ shown })}
        rightSection={<Icon name={isOpen ? 'sortUp' : 'sortDown'} size={14} />}
        onClick={() => setOpen(!isOpen)}
      >
        {shown}
      </Button>
      <div id="board-options" className={styles.options} data-open={isOpen || undefined}>
        <SegmentedControl
          aria-label={m.board_rows()}
          value={kind}
          onChange={(value) => isRowKind(value) && onKind(value)}
          data={rowKinds.map((value) => ({ value, label: rowLabels[value]() }))}
        />
        {board && <BoardDays board={board} onChoose={onDay} />}
        {mayWrite && (
          <TextInput
            aria-label={m.board_reason()}
            placeholder={m.board_reason()}
            maxLength={500}
            value={reason}
            onChange={(event) => onReason(event.currentTarget.value)}
            className={styles.reason}
          />
        )}
        <BoardLegend />
      </div>
    </>
  )
}
