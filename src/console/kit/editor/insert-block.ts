import { createTable } from '@tiptap/extension-table'
import type { Node, ResolvedPos, Schema } from '@tiptap/pm/model'
import { Selection } from '@tiptap/pm/state'
import type { Editor } from '@tiptap/react'
import type { FigureAttributes } from './figure-node.ts'

/**
 * Range a block is inserted at: replaces an empty paragraph, otherwise goes below the block where the selection ends.
 * The selected content stays. A table goes below an enclosing table.
 */
const placeOf = (end: ResolvedPos, isTable: boolean): { from: number; to: number } => {
  for (let depth = 1; isTable && depth <= end.depth; depth += 1)
    if (end.node(depth).type.name === 'table') return { from: end.after(depth), to: end.after(depth) }
  if (!end.parent.isTextblock) return { from: end.pos, to: end.pos }
  const after = end.after()
  const isEmptyParagraph = end.parent.type.name === 'paragraph' && end.parent.content.size === 0
  return { from: isEmptyParagraph ? end.before() : after, to: after }
}

/**
 * Inserts a block and puts the cursor into it, or below it if it takes none. TipTap's own commands would replace the
 * selection.
 */
const insertBlock = (editor: Editor, make: (schema: Schema) => Node | undefined): void => {
  editor
    .chain()
    .focus()
    .command(({ tr, state }) => {
      const node = make(state.schema)
      if (!node) return false
      const { from, to } = placeOf(tr.selection.$to, node.type.name === 'table')
      tr.replaceWith(from, to, node)
      const below = from + node.nodeSize
      const paragraph = state.schema.nodes.paragraph?.create()
      if (node.isLeaf && paragraph && tr.doc.resolve(below).nodeAfter === null) tr.insert(below, paragraph)
      tr.setSelection(Selection.near(tr.doc.resolve(node.isLeaf ? below : from + 1)))
      tr.scrollIntoView()
      return true
    })
    .run()
}

/** Inserts a table of 3 × 3 cells with a header row. */
export const insertTable = (editor: Editor): void => insertBlock(editor, (schema) => createTable(schema, 3, 3, true))

export const insertRule = (editor: Editor): void =>
  insertBlock(editor, (schema) => schema.nodes.horizontalRule?.create())

export const insertFigure = (editor: Editor, attributes: FigureAttributes): void =>
  insertBlock(editor, (schema) => schema.nodes.figure?.create({ ...attributes }))
