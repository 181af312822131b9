import { diffArrays } from 'diff'

/** A piece of a text as it is in one version compared with another. */
export interface Piece {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Words or passages added and removed, at most: beyond, the whole text counts as changed. A thousand take less than 0.1 s. */
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

/** A block of a text: a heading, or a paragraph, an entry of a list, a cell of a table. */
export interface Passage {
  heading: boolean
  text: string
}

/** A passage that differs between two versions, and the heading above it; null before the first. */
export interface ChangedPassage {
  under: string | null
  pieces: Piece[]
}

/** Passages by their words: how they are broken into lines is no difference. */
const samePassage = (a: Passage, b: Passage) => a.heading === b.heading && a.text === b.text

/**
 * The passages in which a text differs from an earlier one, in the order of the text. A passage that was written anew in
 * the same place is compared word by word with the one it replaced; one that was only added or taken out is whole.
 */
export const changedPassages = (before: readonly Passage[], after: readonly Passage[]): ChangedPassage[] => {
  const found: ChangedPassage[] = []
  let under: string | null = null
  let removed: Passage[] = []
  const keep = (earlier: Passage | undefined, later: Passage | undefined) => {
    found.push({ under, pieces: textDifference(earlier?.text ?? '', later?.text ?? '') })
    if (later?.heading) under = later.text
  }
  const keepRemoved = () => {
    for (const passage of removed) keep(passage, undefined)
    removed = []
  }
  const changes = diffArrays([...before], [...after], { comparator: samePassage, maxEditLength }) ?? [
    { value: [...before], removed: true, added: false },
    { value: [...after], removed: false, added: true },
  ]
  for (const change of changes) {
    if (change.removed) removed = change.value
    else if (change.added) {
      for (const passage of change.value) keep(removed.shift(), passage)
      keepRemoved()
    } else {
      keepRemoved()
      for (const passage of change.value) if (passage.heading) under = passage.text
    }
  }
  keepRemoved()
  return found
}
