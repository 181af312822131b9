import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import type { DoubtfulWord } from '../manifest/console-manifest.ts'

/** Finds the doubtful words of a text in one language, in order. */
type FindWords = (text: string) => readonly DoubtfulWord[]

/** A doubtful word and its positions in the document. */
export interface Marked extends DoubtfulWord {
  at: { from: number; to: number }
}

interface MarkedWords {
  ignored: ReadonlySet<string>
  set: DecorationSet
}

const key = new PluginKey<MarkedWords>('doubtfulWords')

/** Returns every doubtful word of a document except the ignored ones. */
export const findMarkedWords = (document: Node, find: FindWords, ignored: ReadonlySet<string>): Marked[] => {
  const found: Marked[] = []
  document.descendants((node, position) => {
    if (!node.isTextblock) return true
    // Marks split a paragraph into several text nodes; a word may span them.
    const text = node.textBetween(0, node.content.size, undefined, '\uFFFC')
    for (const finding of find(text))
      if (!ignored.has(finding.word))
        found.push({ ...finding, at: { from: position + 1 + finding.from, to: position + 1 + finding.to } })
    return false
  })
  return found
}

const decorate = (document: Node, find: FindWords, ignored: ReadonlySet<string>): DecorationSet =>
  DecorationSet.create(
    document,
    findMarkedWords(document, find, ignored).map(({ at, reason }) =>
      Decoration.inline(at.from, at.to, { class: 'doubtful', 'data-doubtful': '', title: reason }),
    ),
  )

/** Underlines doubtful words while the user types. */
export const DoubtfulWords = Extension.create<{ find: FindWords }>({
  name: 'doubtfulWords',
  addOptions: () => ({ find: () => [] }),

  addProseMirrorPlugins() {
    const { find } = this.options
    return [
      new Plugin<MarkedWords>({
        key,
        state: {
          init: (_, { doc }) => ({ ignored: new Set<string>(), set: decorate(doc, find, new Set()) }),
          apply: (transaction, before) => {
            const word: unknown = transaction.getMeta(key)
            if (typeof word === 'string') {
              const ignored = new Set(before.ignored).add(word)
              return { ignored, set: decorate(transaction.doc, find, ignored) }
            }
            return transaction.docChanged
              ? { ignored: before.ignored, set: decorate(transaction.doc, find, before.ignored) }
              : before
          },
        },
        props: { decorations: (state) => key.getState(state)?.set },
      }),
    ]
  },
})

/** Doubtful words the user chose to ignore in this editor. */
export const ignoredWords = (state: Parameters<typeof key.getState>[0]): ReadonlySet<string> =>
  key.getState(state)?.ignored ?? new Set()

export { key as doubtfulWordsKey }
