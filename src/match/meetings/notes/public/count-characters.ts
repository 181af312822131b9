import type { Node } from '@tiptap/pm/model'

/** Number of characters of the notes as text, with one line break between blocks. */
export const countCharacters = (notes: Node): number => notes.textBetween(0, notes.content.size, '\n', '\n').length
