import type { Board, BoardMeeting, SeatAnswer } from '../contract-board.ts'

/** What the rows of the board are: companies of a side, or the tables of the hall. */
export const rowKinds = ['sellers', 'buyers', 'tables'] as const
export type RowKind = (typeof rowKinds)[number]
export const isRowKind = (value: string | null): value is RowKind => rowKinds.some((kind) => kind === value)

/** Pixels: a row, the two head rows, a slot, and what is left of the first slot; `board.module.css` has the same. */
export const measures = { height: 42, head: 64, width: 73, left: 201 } as const

export interface BoardRow {
  key: string
  name: string
  /** Number of the table; null for a company. */
  table: number | null
  isClosed: boolean
  /** Meetings by the position of their slot; offers after what is agreed. */
  cells: ReadonlyMap<number, readonly BoardMeeting[]>
  meetings: number
  isUnreleased: boolean
  isChanged: boolean
}

const agreed = new Set(['confirmed', 'held', 'no_show'])
export const isMeeting = ({ state }: Pick<BoardMeeting, 'state'>): boolean => agreed.has(state)

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

const grouped = (
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

/** The rows of a board; with words, only those whose name, or the name of somebody met there, has them. */
export const rowsOf = (
  board: Board,
  kind: RowKind,
  words: string,
  tableName: (number: number) => string,
): BoardRow[] => {
  const wanted = words.trim().toLowerCase()
  const has = (text: string) => text.toLowerCase().includes(wanted)
  const shown = ({ name, cells }: BoardRow) =>
    wanted === '' ||
    has(name) ||
    [...cells.values()].flat().some((meeting) => Object.values(namesOf(board, meeting)).some(has))
  if (kind === 'tables') {
    const at = grouped(
      board.meetings.filter(({ way, place }) => way === 'offline' && place !== null),
      ({ place }) => place ?? 0,
    )
    const numbers = [...Array.from({ length: board.fair.tables }, (_, index) => index + 1), ...board.closedTables]
    return numbers
      .map((number) =>
        rowOf(`table-${number}`, tableName(number), at.get(number) ?? [], number, board.closedTables.includes(number)),
      )
      .filter(shown)
  }
  const side = kind === 'sellers' ? 'seller' : 'buyer'
  const of = grouped(board.meetings, (meeting) => meeting[side])
  return board[kind].map(({ _id, name }, index) => rowOf(_id, name, of.get(index) ?? [], null)).filter(shown)
}

/** Whether any meeting of a row is such a one. */
export const hasMeeting = ({ cells }: BoardRow, is: (meeting: BoardMeeting) => boolean): boolean => {
  for (const meetings of cells.values()) if (meetings.some(is)) return true
  return false
}

/** Tables taken in each slot. */
export const takenOf = (board: Board): number[] => {
  const taken = board.slots.map(() => 0)
  for (const { slot, way, place } of board.meetings)
    if (way === 'offline' && place !== null) taken[slot] = (taken[slot] ?? 0) + 1
  return taken
}

/** What was lifted: a meeting of the board, or a request without a time. */
export interface Lifted {
  _id: string
  updatedAt: string
  seller: string
  buyer: string
  /** null: it has no time yet. */
  from: { slot: string; place: number } | null
  /** Row that it was lifted in, where it has one. */
  row: string | null
  answers: ReadonlyMap<string, SeatAnswer>
}

/** Where a lifted meeting would go. */
export interface Target {
  column: number
  /** null: the place that the answer names. */
  place: number | null
}

/** Whether a lifted meeting can be dropped at a target: only where the cell says that it can. */
export const canDrop = (seat: SeatAnswer, place: number | null): boolean =>
  (seat.answer === 'free' || seat.answer === 'here') && (place === null || seat.places.includes(place))

/** Only what is agreed can be moved; an offer is the seller's. */
export const isLiftable = ({ state }: Pick<BoardMeeting, 'state'>): boolean => state === 'confirmed'

/** Answers counted by what they say, for the foot. */
export const countAnswers = (answers: Lifted['answers']): Partial<Record<SeatAnswer['answer'], number>> => {
  const counts: Partial<Record<SeatAnswer['answer'], number>> = {}
  for (const { answer } of answers.values()) counts[answer] = (counts[answer] ?? 0) + 1
  return counts
}

/** Next of some places, in a direction; the first where the current one is not among them. */
export const nextPlace = (places: readonly number[], current: number | null, step: 1 | -1): number | null => {
  if (places.length === 0) return null
  const at = current === null ? -1 : places.indexOf(current)
  if (at < 0) return places[0] ?? null
  return places[(at + step + places.length) % places.length] ?? null
}
