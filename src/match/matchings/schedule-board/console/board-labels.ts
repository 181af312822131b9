import { clockTime } from '#console/kit/parts/time/seoul-time.ts'
import { m } from '#messages/messages.js'
import { formatTimeBeside, seoul } from '../../public/format-time.ts'
import { stateLabels, wayLabels } from '../../rules-labels.ts'
import type { Board, BoardMeeting, SeatAnswer } from '../contract.ts'
import type { RowKind } from './board-rows.ts'

export const rowLabels: Record<RowKind, () => string> = {
  sellers: m.board_rows_sellers,
  buyers: m.board_rows_buyers,
  tables: m.board_rows_tables,
}

/** Formats a table number as the board and the badges do: `T07`. */
export const tableLabel = (number: number): string => `T${String(number).padStart(2, '0')}`

/** Returns the short location for a cell: the table, or online. */
export const placeLabel = ({ way, place }: { way: BoardMeeting['way']; place: number | null }): string =>
  way === 'online' ? wayLabels.online() : place === null ? wayLabels.offline() : tableLabel(place)

const changeLabels = { slot: m.board_changed_slot, place: m.board_changed_place, time: m.board_changed_time }

/** Returns why a meeting cannot keep its seat. */
export const changeLabel = (changed: BoardMeeting['changed']): string => (changed ? changeLabels[changed]() : '')

const answerLabels = {
  here: m.board_answer_here,
  free: m.board_answer_free,
  seller: m.board_answer_seller,
  buyer: m.board_answer_buyer,
  outside: m.board_answer_outside,
  no_place: m.board_answer_no_place,
  past: m.board_answer_past,
  closed: m.board_answer_closed,
} as const
export const answerLabel = (answer: SeatAnswer['answer']): string => answerLabels[answer]()

const reasons = {
  here: m.board_why_here,
  free: m.board_why_place,
  seller: m.board_why_seller,
  buyer: m.board_why_buyer,
  outside: m.board_why_outside,
  no_place: m.board_why_no_place,
  past: m.board_why_past,
  closed: m.board_why_closed,
} as const

/** Returns why a cell refuses the lifted meeting, as a sentence. */
export const refusalReason = ({ answer, other }: SeatAnswer): string => reasons[answer]({ company: other ?? '' })

/** Formats a time in Seoul: `16:00`. */
export const formatSeoulTime = (instant: string): string => clockTime(instant)

/** Formats the local time of a company, `베를린 08:00`; empty for companies in Seoul. */
export const formatLocalTime = (instant: string, { timeZone }: Board['buyers'][number]): string =>
  timeZone === seoul ? '' : formatTimeBeside(instant, timeZone, seoul)

/** Returns a meeting as the accessible name of its cell. */
export const describeMeeting = (
  meeting: BoardMeeting,
  names: { seller: string; buyer: string },
  startAt: string,
): string =>
  [
    m.board_cell({
      ...names,
      time: formatSeoulTime(startAt),
      place: placeLabel(meeting),
      state: stateLabels[meeting.state](),
    }),
    meeting.unreleased ? m.board_untold() : '',
    changeLabel(meeting.changed),
  ]
    .filter(Boolean)
    .join(', ')
