import type { Board, BoardMeeting, SeatAnswer } from '../contract.ts'

/** Kinds of rows on the board: companies of one side, or tables. */
export const rowKinds = ['sellers', 'buyers', 'tables'] as const
export type RowKind = (typeof rowKinds)[number]
export const isRowKind = (value: string | null): value is RowKind => rowKinds.some((kind) => kind === value)

/**
 * Pixels: height of a row, height of the two header rows, width of a slot, and width left of the first slot. Must match
 * `board.module.css`.
 */
export const measures = { height: 42, head: 64, width: 73, left: 201 } as const

export interface BoardRow {
  key: string
  name: string
  /** Number of the table; null for a company. */
  table: number | null
  isClosed: boolean
  /** Meetings by slot index; offers after agreed meetings. */
  cells: ReadonlyMap<number, readonly BoardMeeting[]>
  meetings: number
  isUnreleased: boolean
  isChanged: boolean
}

const agreedStates = new Set(['confirmed', 'held', 'no_show'])
export const isMeeting = ({ state }: Pick<BoardMeeting, 'state'>): boolean => agreedStates.has(state)

const nameOf = (list: Board['sellers'], index: number): string => list[index]?.name ?? ''
export const namesOf = (board: Board, { seller, buyer }: Pick<BoardMeeting, 'seller' | 'buyer'>) => ({
  seller: nameOf(board.sellers, seller),
  buyer: nameOf(board.buyers, buyer),
})

const rowOf = (
  key: string,
  name: string,
  meetings: readonly BoardMeeting[],
  table: number | null,
  isClosed = false,
) => {
  const cells = new Map<number, BoardMeeting[]>()
  for (const meeting of meetings.toSorted((one, other) => Number(isMeeting(other)) - Number(isMeeting(one))))
    cells.set(meeting.slot, [...(cells.get(meeting.slot) ?? []), meeting])
  return {
    key,
    name,
    table,
    isClosed,
    cells,
    meetings: meetings.filter(isMeeting).length,
    isUnreleased: meetings.some(({ unreleased }) => unreleased),
    isChanged: meetings.some(({ changed }) => changed !== null),
  }
}

const groupMeetings = (
  meetings: readonly BoardMeeting[],
  by: (meeting: BoardMeeting) => number,
): Map<number, BoardMeeting[]> => {
  const groups = new Map<number, BoardMeeting[]>()
  for (const meeting of meetings) {
    const group = groups.get(by(meeting))
    if (group) group.push(meeting)
    else groups.set(by(meeting), [meeting])
  }
  return groups
}

/**
 * Returns the rows of a board. With `query`, only rows whose name, or the name of a company met there, contains them.
 */
export const buildRows = (
  board: Board,
  kind: RowKind,
  query: string,
  tableName: (number: number) => string,
): BoardRow[] => {
  const needle = query.trim().toLowerCase()
  const contains = (text: string) => text.toLowerCase().includes(needle)
  const isShown = ({ name, cells }: BoardRow) =>
    needle === '' ||
    contains(name) ||
    [...cells.values()].flat().some((meeting) => Object.values(namesOf(board, meeting)).some(contains))
  if (kind === 'tables') {
    const meetingsByTable = groupMeetings(
      board.meetings.filter(({ way, place }) => way === 'offline' && place !== null),
      ({ place }) => place ?? 0,
    )
    const numbers = [...Array.from({ length: board.fair.tables }, (_, index) => index + 1), ...board.closedTables]
    return numbers
      .map((number) =>
        rowOf(
          `table-${number}`,
          tableName(number),
          meetingsByTable.get(number) ?? [],
          number,
          board.closedTables.includes(number),
        ),
      )
      .filter(isShown)
  }
  const side = kind === 'sellers' ? 'seller' : 'buyer'
  const meetingsByCompany = groupMeetings(board.meetings, (meeting) => meeting[side])
  return board[kind]
    .map(({ _id, name }, index) => rowOf(_id, name, meetingsByCompany.get(index) ?? [], null))
    .filter(isShown)
}

/** True if any meeting of the row satisfies `is`. */
export const hasMeeting = ({ cells }: BoardRow, predicate: (meeting: BoardMeeting) => boolean): boolean => {
  for (const meetings of cells.values()) if (meetings.some(predicate)) return true
  return false
}

/** Returns the number of tables taken, by slot. */
export const countTakenTables = (board: Board): number[] => {
  const takenCounts = board.slots.map(() => 0)
  for (const { slot, way, place } of board.meetings)
    if (way === 'offline' && place !== null) takenCounts[slot] = (takenCounts[slot] ?? 0) + 1
  return takenCounts
}

/** A lifted item: a meeting of the board, or a request without a time. */
export interface LiftedMeeting {
  _id: string
  updatedAt: string
  seller: string
  buyer: string
  /** Current seat; null if it has no time yet. */
  from: { slot: string; place: number } | null
  /** Key of the row it was lifted in, if any. */
  row: string | null
  answers: ReadonlyMap<string, SeatAnswer>
}

/** Drop target of a lifted meeting. */
export interface DropTarget {
  column: number
  /** Table or room; null for the one that the answer names. */
  place: number | null
}

/** True if a lifted meeting can be dropped at this seat. */
export const canDrop = (seat: SeatAnswer, place: number | null): boolean =>
  (seat.answer === 'free' || seat.answer === 'here') && (place === null || seat.places.includes(place))

/** True for confirmed meetings; an offer is the seller's to change. */
export const isLiftable = ({ state }: Pick<BoardMeeting, 'state'>): boolean => state === 'confirmed'

/** Counts the answers by kind, for the footer. */
export const countAnswers = (answers: LiftedMeeting['answers']): Partial<Record<SeatAnswer['answer'], number>> => {
  const counts: Partial<Record<SeatAnswer['answer'], number>> = {}
  for (const { answer } of answers.values()) counts[answer] = (counts[answer] ?? 0) + 1
  return counts
}

/** Returns the next or previous place, wrapping around; the first one if `current` is not among them. */
export const nextPlace = (places: readonly number[], current: number | null, step: 1 | -1): number | null => {
  if (places.length === 0) return null
  const index = current === null ? -1 : places.indexOf(current)
  if (index < 0) return places[0] ?? null
  return places[(index + step + places.length) % places.length] ?? null
}
