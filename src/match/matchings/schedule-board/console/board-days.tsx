import { SegmentedControl } from '@mantine/core'
import { m } from '#messages/messages.js'
import { formatTabDate } from '../../public/format-time.ts'
import type { Board } from '../contract.ts'

/** The days of a fair with the number of meetings on each. */
export function BoardDays({ board, onChoose }: { board: Board; onChoose(day: string): void }) {
  if (board.days.length < 2) return null
  return (
    <SegmentedControl
      aria-label={m.board_days_label()}
      value={board.day ?? ''}
      onChange={onChoose}
      data={board.days.map(({ day, meetings, changed }) => ({
        value: day,
        label:
          changed > 0
            ? m.board_day_changed({ day: formatTabDate(day), meetings, changed })
            : `${formatTabDate(day)} ${meetings}`,
      }))}
    />
  )
}
