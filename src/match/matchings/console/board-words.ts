import { clockTime } from '#console/kit/parts/seoul-time.ts'
import { m } from '#messages/messages.js'
import type { Board, BoardMeeting, SeatAnswer } from '../contract-board.ts'
import { stateWords, wayWords } from '../public/words.ts'
import { clockBeside, seoul } from '../public/zones.ts'
import type { RowKind } from './board-view.ts'

export const rowWords: Record<RowKind, () => string> = {
  sellers: m.board_rows_sellers,
  buyers: m.board_rows_buyers,
  tables: m.board_rows_tables,
}

/** T07: as the board and the badges name a table. */
export const tableMark = (number: number): string => `T${String(number).padStart(2, '0')}`

/** Where a meeting is, as short as a cell: its table, or that it is online. */
export const placeMark = ({ way, place }: { way: BoardMeeting['way']; place: number | null }): string =>
  way === 'online' ? wayWords.online() : place === null ? wayWords.offline() : tableMark(place)

const changeWords = { slot: m.board_changed_slot, place: m.board_changed_place, time: m.board_changed_time }

/** Why a meeting cannot stay where it is. */
export const changeWord = (changed: BoardMeeting['changed']): string => (changed ? changeWords[changed]() : '')

const answerWords = {
  here: m.board_answer_here,
  free: m.board_answer_free,
  seller: m.board_answer_seller,
  buyer: m.board_answer_buyer,
  outside: m.board_answer_outside,
  no_place: m.board_answer_no_place,
  past: m.board_answer_past,
  closed: m.board_answer_closed,
} as const
export const answerWord = (answer: SeatAnswer['answer']): string => answerWords[answer]()

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

/** Why a cell refuses what was lifted, in a sentence. */
export const whyNot = ({ answer, other }: SeatAnswer): string => reasons[answer]({ company: other ?? '' })

/** 16:00 by the clock of Seoul. */
export const seoulClock = (instant: string): string => clockTime(instant)

/** The clock of a company elsewhere, `베를린 08:00`; nothing in Seoul. */
export const theirClock = (instant: string, { timeZone }: Board['buyers'][number]): string =>
  timeZone === seoul ? '' : clockBeside(instant, timeZone, seoul)

/** A meeting as the name of its cell says it. */
export const meetingName = (meeting: BoardMeeting, names: { seller: string; buyer: string }, startAt: string): string =>
  [
    m.board_cell({
      ...names,
      time: seoulClock(startAt),
      place: placeMark(meeting),
      state: stateWords[meeting.state](),
    }),
    meeting.unreleased ? m.board_untold() : '',
    changeWord(meeting.changed),
  ]
    .filter(Boolean)
    .join(', ')
