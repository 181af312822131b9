import * as Y from 'yjs'
import { maxListDepth } from '../../rules.ts'

/**
 * Depth of text in the deepest list: two levels per list (list and item), plus the line, its text node and the text.
 */
const maxDepth = 2 * maxListDepth + 3

/**
 * Root types of the Yjs document: `document` is the editor content, `notes` the plain text field of earlier versions.
 */
export const noteRoots = { blocks: 'document', plain: 'notes' } as const

/**
 * True if an editor could have written the item: elements and texts in elements, strings in texts, within the nesting
 * limit.
 */
const isEditorContent = ({ parent, parentSub, content }: Y.Item, roots: ReadonlySet<unknown>): boolean => {
  if (!(parent instanceof Y.AbstractType)) return false
  let above: Y.AbstractType<unknown> = parent
  for (let depth = 1; above._item; depth += 1) {
    if (depth >= maxDepth || !(above._item.parent instanceof Y.AbstractType)) return false
    above = above._item.parent
  }
  if (!roots.has(above)) return false
  if (content instanceof Y.ContentDeleted) return true
  if (parent instanceof Y.Text)
    return parentSub === null && (content instanceof Y.ContentString || content instanceof Y.ContentFormat)
  if (!(parent instanceof Y.XmlFragment)) return false
  // With a key (`parentSub`) the item is an attribute of its element.
  if (parentSub !== null) return !(content instanceof Y.ContentType)
  return content instanceof Y.ContentType && (content.type instanceof Y.XmlElement || content.type instanceof Y.XmlText)
}

/** Trial copy of the document. Garbage collection is off so that deleted content is checked as well. */
const createTrial = (document: Y.Doc) => {
  const copy = new Y.Doc({ gc: false })
  const roots = new Set<unknown>([copy.getXmlFragment(noteRoots.blocks), copy.getText(noteRoots.plain)])
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(document))
  return { copy, roots: roots }
}

/**
 * Validates remote updates on a copy of the notes first, because Yjs cannot undo an applied update and the editor
 * crashes on content that no editor writes.
 */
export class NotesGuard {
  readonly #document: Y.Doc
  #trial: ReturnType<typeof createTrial> | null = null

  constructor(document: Y.Doc) {
    this.#document = document
  }

  /** Applies a local update to the trial copy. */
  applyLocal(update: Uint8Array): void {
    if (this.#trial) Y.applyUpdate(this.#trial.copy, update)
  }

  /** True if the update is valid; the caller then applies it. An invalid update leaves no trace. */
  accepts(update: Uint8Array): boolean {
    this.#trial ??= createTrial(this.#document)
    if (this.#fits(this.#trial, update)) return true
    this.#trial.copy.destroy()
    this.#trial = null
    return false
  }

  #fits({ copy, roots }: ReturnType<typeof createTrial>, update: Uint8Array): boolean {
    const { store } = copy
    const before = new Map([...store.clients.keys()].map((client) => [client, Y.getState(store, client)]))
    try {
      Y.applyUpdate(copy, update)
    } catch {
      return false
    }
    // Messages arrive in order, so missing dependencies will never arrive.
    if (store.pendingStructs || store.pendingDs) return false
    return [...store.clients].every(([client, structs]) => {
      const from = before.get(client) ?? 0
      if (Y.getState(store, client) === from) return true
      return structs
        .slice(Y.findIndexSS(structs, from))
        .every((struct) => !(struct instanceof Y.Item) || isEditorContent(struct, roots))
    })
  }
}
