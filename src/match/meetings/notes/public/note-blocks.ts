import * as Y from 'yjs'
import { maxListDepth } from '../../rules.ts'
import type { SharedNotes } from './shared-notes.ts'

interface TextRun {
  text: string
  isBold: boolean
}
export type NoteBlock =
  | { kind: 'paragraph' | 'heading'; runs: TextRun[] }
  | { kind: 'bullets' | 'numbers'; items: NoteBlock[][] }

const readRuns = (element: Y.XmlElement): TextRun[] =>
  element.toArray().flatMap((child) => {
    if (child instanceof Y.XmlElement) return child.nodeName === 'hardBreak' ? [{ text: '\n', isBold: false }] : []
    const delta: { insert?: unknown; attributes?: { bold?: unknown } }[] =
      child instanceof Y.XmlText ? child.toDelta() : []
    return delta.flatMap(({ insert, attributes }) =>
      typeof insert === 'string' ? [{ text: insert, isBold: Boolean(attributes?.bold) }] : [],
    )
  })

const readBlocks = (parent: Y.XmlFragment, depth: number): NoteBlock[] =>
  parent.toArray().flatMap((child): NoteBlock[] => {
    if (!(child instanceof Y.XmlElement)) return []
    switch (child.nodeName) {
      case 'paragraph':
      case 'heading':
        return [{ kind: child.nodeName, runs: readRuns(child) }]
      case 'bulletList':
      case 'orderedList': {
        const kind = child.nodeName === 'bulletList' ? 'bullets' : 'numbers'
        const items = child.toArray().filter((item) => item instanceof Y.XmlElement)
        return depth < maxListDepth ? [{ kind, items: items.map((item) => readBlocks(item, depth + 1)) }] : []
      }
      default:
        return []
    }
  })

const isEmpty = (block: NoteBlock): boolean =>
  'runs' in block
    ? block.runs.every(({ text }) => text.trim() === '')
    : block.items.every((item) => item.every(isEmpty))

/**
 * Returns the notes for reading: blocks of a closed list of kinds with plain text, whatever an update contains.
 * Produces no HTML.
 */
export const toNoteBlocks = ({ plain, fragment }: SharedNotes): NoteBlock[] => {
  const old: NoteBlock[] = plain
    ? plain.split('\n').map((text) => ({ kind: 'paragraph', runs: [{ text, isBold: false }] }))
    : []
  const all = [...old, ...readBlocks(fragment, 0)]
  return all.every(isEmpty) ? [] : all
}
