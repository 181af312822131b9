import { diffArrays } from 'diff'

/** A piece of a text as it is in one version compared with another. */
export interface Piece {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Words added and removed, at most: beyond, the whole text counts as changed. A thousand take less than 0.1 s. */
const maxEditLength = 1000

/** Words with the space after them; Chinese and Japanese by letter, since they have no spaces. */
const words = (text: string): string[] =>
  text.match(/[\u3040-\u30FF\u4E00-\u9FFF]|[^\s\u3040-\u30FF\u4E00-\u9FFF]+\s*|\s+/gu) ?? []

/** How a text differs from an earlier one, in words. What is the same is shown as it is in the later one. */
export const textDifference = (before: string, after: string): Piece[] => {
  const comparator = (a: string, b: string) => a.trim() === b.trim()
  const changes = diffArrays(words(before), words(after), { comparator, maxEditLength }) ?? [
    { value: [before], removed: true, added: false },
    { value: [after], removed: false, added: true },
  ]
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }))
}
