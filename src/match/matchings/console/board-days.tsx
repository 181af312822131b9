import { SegmentedControl } from '@mantine/core'
import { type Locale, regionTag } from '#kit/locale.ts'
import { m } from '#messages/messages.js'
import { getLocale } from '#messages/runtime.js'
import type { Board } from '../contract-board.ts'

/** To make a formatter takes as long as to draw a row: one for each language. */
const formats = new Map<Locale, Intl.DateTimeFormat>()
const formatOf = (locale: Locale): Intl.DateTimeFormat => {
  const known = formats.get(locale)
  if (known) return known
  const made = new Intl.DateTimeFormat(regionTag[locale], {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'numeric',
  })
  formats.set(locale, made)
  return made
}
export const dayWord = (day: string): string => formatOf(getLocale()).format(new Date(day))

/** The days of a fair with the meetings of each. */
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
          changed > 0 ? m.board_day_changed({ day: dayWord(day), meetings, changed }) : `${dayWord(day)} ${meetings}`,
      }))}
    />
  )
}
