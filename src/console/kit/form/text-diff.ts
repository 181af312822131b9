/** A piece of a text as it is in one version compared with another. */
export interface Piece {
  kind: 'same' | 'added' | 'removed'
  text: string
}

type Change<T> = { kind: Piece['kind']; item: T }

/** Longest texts compared piece by piece; beyond, all of it counts as changed. */
const most = 4_000_000

/**
 * What turns one sequence into another, by the longest common subsequence; equal items are those of the later one.
 * Equal ends are set aside first, so that the
 * table is as large as what differs.
 */
export const difference = <T>(
  before: readonly T[],
  after: readonly T[],
  same: (a: T, b: T) => boolean,
): Change<T>[] => {
  let start = 0
  const shorter = Math.min(before.length, after.length)
  while (start < shorter && equal(before[start], after[start], same)) start += 1
  let end = 0
  while (end < shorter - start && equal(before.at(-1 - end), after.at(-1 - end), same)) end += 1
  const left = before.slice(start, before.length - end)
  const right = after.slice(start, after.length - end)
  const keep = (items: readonly T[]): Change<T>[] => items.map((item) => ({ kind: 'same', item }))
  return [...keep(after.slice(0, start)), ...between(left, right, same), ...keep(after.slice(after.length - end))]
}

const equal = <T>(a: T | undefined, b: T | undefined, same: (a: T, b: T) => boolean): boolean =>
  a !== undefined && b !== undefined && same(a, b)

const between = <T>(left: readonly T[], right: readonly T[], same: (a: T, b: T) => boolean): Change<T>[] => {
  const removed = left.map((item): Change<T> => ({ kind: 'removed', item }))
  const added = right.map((item): Change<T> => ({ kind: 'added', item }))
  if (left.length * right.length === 0 || left.length * right.length > most) return [...removed, ...added]
  const width = right.length + 1
  const lengths = new Uint32Array((left.length + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = left.length - 1; row >= 0; row -= 1)
    for (let column = right.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] = equal(left[row], right[column], same)
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
  const changes: Change<T>[] = []
  let row = 0
  let column = 0
  while (row < left.length && column < right.length) {
    const from = left[row]
    const to = right[column]
    if (from === undefined || to === undefined) break
    if (same(from, to)) {
      changes.push({ kind: 'same', item: to })
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) {
      changes.push({ kind: 'removed', item: from })
      row += 1
    } else {
      changes.push({ kind: 'added', item: to })
      column += 1
    }
  }
  return [...changes, ...removed.slice(row), ...added.slice(column)]
}

/** Words with the space after them; Chinese and Japanese by letter, since they have no spaces. */
const words = (text: string): string[] =>
  text.match(/[\u3040-\u30FF\u4E00-\u9FFF]|[^\s\u3040-\u30FF\u4E00-\u9FFF]+\s*|\s+/gu) ?? []

/** How a text differs from an earlier one, in words. */
export const textDifference = (before: string, after: string): Piece[] => {
  const pieces: Piece[] = []
  for (const { kind, item } of difference(words(before), words(after), (a, b) => a.trim() === b.trim())) {
    const last = pieces.at(-1)
    if (last?.kind === kind) last.text += item
    else pieces.push({ kind, text: item })
  }
  return pieces
}
