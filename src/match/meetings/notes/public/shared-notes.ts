import * as Y from 'yjs'
import type { MeetingMessage, OutgoingMessage } from '../../contract.ts'
import { maxUpdateLength } from '../../rules.ts'
import { NotesGuard, noteRoots } from './notes-guard.ts'

const toBase64 = (bytes: Uint8Array) => {
  const letters: string[] = []
  for (const byte of bytes) letters.push(String.fromCharCode(byte))
  return btoa(letters.join(''))
}
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

/** Milliseconds for which local changes are batched before they are sent. */
const batchDelay = 150

/** Bytes in one message: base64 uses four characters for three bytes. */
const maxMessageBytes = (maxUpdateLength / 4) * 3
/**
 * Maximum base64 characters of an update sent in pieces: enough for any edit in the editor, and a bound on hostile
 * input.
 */
const maxPendingLength = 20 * maxUpdateLength

/** Merges consecutive updates into groups that each fit in one message. */
const mergeUpdates = (updates: readonly Uint8Array[]): Uint8Array[] => {
  const groups: Uint8Array[][] = []
  let bytes = 0
  for (const update of updates) {
    const last = groups.at(-1)
    if (last && bytes + update.length <= maxMessageBytes) {
      last.push(update)
      bytes += update.length
    } else {
      groups.push([update])
      bytes = update.length
    }
  }
  return groups.map((group) => Y.mergeUpdates(group))
}

/** Splits an update into messages. All but the last carry `more`; a large paste needs several. */
const splitUpdate = (update: Uint8Array): OutgoingMessage[] => {
  const text = toBase64(update)
  const pieces: OutgoingMessage[] = []
  for (let from = 0; from < text.length; from += maxUpdateLength)
    pieces.push({
      kind: 'notes',
      update: text.slice(from, from + maxUpdateLength),
      ...(from + maxUpdateLength < text.length && { more: true as const }),
    })
  return pieces
}

/** Notes edited by all peers concurrently (Yjs); changes merge in any order. The editor shows `fragment`. */
export class SharedNotes {
  readonly document = new Y.Doc()
  readonly fragment = this.document.getXmlFragment(noteRoots.blocks)
  readonly #say: (said: OutgoingMessage) => void
  readonly #guard = new NotesGuard(this.document)
  readonly #pieces = new Map<string, string>()
  #waiting: Uint8Array[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(say: (said: OutgoingMessage) => void) {
    this.#say = say
    this.document.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === 'heard') return
      this.#guard.applyLocal(update)
      this.#waiting.push(update)
      this.#timer ??= setTimeout(() => this.flush(), batchDelay)
    })
  }

  /** Text written while the notes were a plain field. Rooms of that time still contain it. */
  get plain(): string {
    return this.document.getText(noteRoots.plain).toString()
  }

  /** Calls back when `plain` changes; returns the unsubscribe function. */
  watchPlain(changed: () => void): () => void {
    const text = this.document.getText(noteRoots.plain)
    const onChange = () => changed()
    text.observe(onChange)
    return () => text.unobserve(onChange)
  }

  receive({ said, from }: Pick<MeetingMessage, 'said' | 'from'>): void {
    if (said.kind !== 'notes') return
    const text = (this.#pieces.get(from._id) ?? '') + said.update
    if (said.more) {
      // Above the limit the text is discarded; the last piece then fails to decode and is dropped.
      this.#pieces.set(from._id, text.length > maxPendingLength ? '' : text)
      return
    }
    this.#pieces.delete(from._id)
    try {
      const update = fromBase64(text)
      if (this.#guard.accepts(update)) Y.applyUpdate(this.document, update, 'heard')
    } catch {
      // Ignore an invalid update; the notes stay as they are.
    }
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const update of mergeUpdates(this.#waiting)) for (const piece of splitUpdate(update)) this.#say(piece)
    this.#waiting = []
  }
}
