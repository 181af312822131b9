import { diffArrays } from 'diff'

/** Part of a text in a comparison of two versions. */
export interface Piece {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/**
 * Maximum number of added and removed words or passages; beyond it, the whole text counts as changed. A thousand take
 * less than 0.1 s.
 */
const maxEditLength = 1000

/**
 * Splits a text into words with their trailing space; Chinese and Japanese into characters, because they have no
 * spaces.
 */
const words = (text: string): string[] =>
  text.match(/[\u3040-\u30FF\u4E00-\u9FFF]|[^\s\u3040-\u30FF\u4E00-\u9FFF]+\s*|\s+/gu) ?? []

/** Returns the word difference from an earlier text. Unchanged parts are taken from the later one. */
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

/** Block of a text: a heading, paragraph, list item or table cell. */
export interface Passage {
  heading: boolean
  text: string
}

/** Passage that differs between two versions, and the heading above it; null before the first heading. */
export interface ChangedPassage {
  under: string | null
  pieces: Piece[]
}

/** Compares passages by their words, ignoring line breaks. */
const samePassage = (a: Passage, b: Passage) => a.heading === b.heading && a.text === b.text

/**
 * Returns the passages that differ from an earlier text, in text order. A passage rewritten in the same place is
 * compared word by word with the one it replaced; an added or removed one is returned whole.
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
