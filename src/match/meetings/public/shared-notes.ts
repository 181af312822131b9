import * as Y from 'yjs'
import type { MeetingMessage, Sent } from '../contract.ts'
import { longestUpdate } from '../rules.ts'
import { NotesGuard, roots } from './notes-guard.ts'

const toBase64 = (bytes: Uint8Array) => {
  const letters: string[] = []
  for (const byte of bytes) letters.push(String.fromCharCode(byte))
  return btoa(letters.join(''))
}
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

/** Milliseconds for which changes are gathered before they are sent. */
const gathering = 150

/** Bytes of one message: base64 has four letters for three. */
const mostBytes = (longestUpdate / 4) * 3
/** Letters of an update that comes in pieces: what an editor takes at once fits in, what others make up is bounded. */
const mostLetters = 20 * longestUpdate

/** Updates that follow one another, put together as far as one message carries them. */
const merged = (updates: readonly Uint8Array[]): Uint8Array[] => {
  const groups: Uint8Array[][] = []
  let bytes = 0
  for (const update of updates) {
    const last = groups.at(-1)
    if (last && bytes + update.length <= mostBytes) {
      last.push(update)
      bytes += update.length
    } else {
      groups.push([update])
      bytes = update.length
    }
  }
  return groups.map((group) => Y.mergeUpdates(group))
}

/** One update as messages: a large one, such as of a paste, in pieces, all but the last with `more`. */
const piecesOf = (update: Uint8Array): Sent[] => {
  const text = toBase64(update)
  const pieces: Sent[] = []
  for (let from = 0; from < text.length; from += longestUpdate)
    pieces.push({
      kind: 'notes',
      update: text.slice(from, from + longestUpdate),
      ...(from + longestUpdate < text.length && { more: true as const }),
    })
  return pieces
}

/**
 * Notes that all in the room write at once: a change is merged wherever and whenever it arrives. What the editor shows
 * is `fragment`.
 */
export class SharedNotes {
  readonly document = new Y.Doc()
  readonly fragment = this.document.getXmlFragment(roots.blocks)
  readonly #say: (said: Sent) => void
  readonly #guard = new NotesGuard(this.document)
  readonly #pieces = new Map<string, string>()
  #waiting: Uint8Array[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(say: (said: Sent) => void) {
    this.#say = say
    this.document.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === 'heard') return
      this.#guard.follow(update)
      this.#waiting.push(update)
      this.#timer ??= setTimeout(() => this.flush(), gathering)
    })
  }

  /** Lines that were written while the notes were a plain field; rooms of that time have them, and keep them. */
  get plain(): string {
    return this.document.getText(roots.plain).toString()
  }

  /** Tells of a change of `plain`; answers what ends it. */
  watchPlain(changed: () => void): () => void {
    const text = this.document.getText(roots.plain)
    const hear = () => changed()
    text.observe(hear)
    return () => text.unobserve(hear)
  }

  take({ said, from }: Pick<MeetingMessage, 'said' | 'from'>): void {
    if (said.kind !== 'notes') return
    const text = (this.#pieces.get(from._id) ?? '') + said.update
    if (said.more) {
      // Beyond the bound it is no update any more, and is dropped with its last piece.
      this.#pieces.set(from._id, text.length > mostLetters ? '' : text)
      return
    }
    this.#pieces.delete(from._id)
    try {
      const update = fromBase64(text)
      if (this.#guard.takes(update)) Y.applyUpdate(this.document, update, 'heard')
    } catch {
      // What is no update says nothing; the rest of the notes is there.
    }
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const update of merged(this.#waiting)) for (const piece of piecesOf(update)) this.#say(piece)
    this.#waiting = []
  }
}
