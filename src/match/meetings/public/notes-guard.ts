import * as Y from 'yjs'
import { deepestLists } from '../rules.ts'

/** Words in the deepest list: each list and its items, the line, its text, and the words. */
const deepest = 2 * deepestLists + 3

/** Names of the two types of the document: what the editor shows, and the plain field of before. */
export const roots = { blocks: 'document', plain: 'notes' } as const

/** Whether an editor could have written it: elements and texts in elements, words in texts, and no deeper than it goes. */
const isWritten = ({ parent, parentSub, content }: Y.Item, known: ReadonlySet<unknown>): boolean => {
  if (!(parent instanceof Y.AbstractType)) return false
  let above: Y.AbstractType<unknown> = parent
  for (let depth = 1; above._item; depth += 1) {
    if (depth >= deepest || !(above._item.parent instanceof Y.AbstractType)) return false
    above = above._item.parent
  }
  if (!known.has(above)) return false
  if (content instanceof Y.ContentDeleted) return true
  if (parent instanceof Y.Text)
    return parentSub === null && (content instanceof Y.ContentString || content instanceof Y.ContentFormat)
  if (!(parent instanceof Y.XmlFragment)) return false
  // Under a name it is an attribute of its element.
  if (parentSub !== null) return !(content instanceof Y.ContentType)
  return content instanceof Y.ContentType && (content.type instanceof Y.XmlElement || content.type instanceof Y.XmlText)
}

/** A copy to try on. What was removed stays in it, so that it is looked at like the rest. */
const copyOf = (document: Y.Doc) => {
  const copy = new Y.Doc({ gc: false })
  const known = new Set<unknown>([copy.getXmlFragment(roots.blocks), copy.getText(roots.plain)])
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(document))
  return { copy, known }
}

/**
 * Tries what comes from others on a copy of the notes: in the document itself nothing can be undone, and an editor fails
 * on what no editor writes.
 */
export class NotesGuard {
  readonly #document: Y.Doc
  #trial: ReturnType<typeof copyOf> | null = null

  constructor(document: Y.Doc) {
    this.#document = document
  }

  /** Takes what was written here, in the document already. */
  follow(update: Uint8Array): void {
    if (this.#trial) Y.applyUpdate(this.#trial.copy, update)
  }

  /** Whether an update fits in; one that does not leaves no trace. The caller applies one that does. */
  takes(update: Uint8Array): boolean {
    this.#trial ??= copyOf(this.#document)
    if (this.#fits(this.#trial, update)) return true
    this.#trial.copy.destroy()
    this.#trial = null
    return false
  }

  #fits({ copy, known }: ReturnType<typeof copyOf>, update: Uint8Array): boolean {
    const { store } = copy
    const before = new Map([...store.clients.keys()].map((client) => [client, Y.getState(store, client)]))
    try {
      Y.applyUpdate(copy, update)
    } catch {
      return false
    }
    // The room keeps the order in which things were said: what this one rests on does not come any more.
    if (store.pendingStructs || store.pendingDs) return false
    return [...store.clients].every(([client, structs]) => {
      const from = before.get(client) ?? 0
      if (Y.getState(store, client) === from) return true
      return structs
        .slice(Y.findIndexSS(structs, from))
        .every((struct) => !(struct instanceof Y.Item) || isWritten(struct, known))
    })
  }
}
