import * as Y from 'yjs'
import type { MeetingMessage, Sent } from '../contract.ts'

const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

/** Milliseconds for which changes are gathered before they are sent. */
const gathering = 150

/** Where a caret is after the text changed elsewhere: before what came behind it, after what came in front. */
const moved = (place: number, delta: readonly { retain?: number; insert?: unknown; delete?: number }[]): number => {
  let [at, result] = [0, place]
  for (const { retain, insert, delete: removed } of delta) {
    if (retain) at += retain
    else if (typeof insert === 'string') {
      if (at < result) result += insert.length
      at += insert.length
    } else if (removed && at < result) result -= Math.min(removed, result - at)
  }
  return result
}

/** Notes that all in the room write at once: a change is merged wherever and whenever it arrives. */
export class SharedNotes {
  readonly #document = new Y.Doc()
  readonly #text = this.#document.getText('notes')
  readonly #say: (said: Sent) => void
  #waiting: Uint8Array[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(say: (said: Sent) => void, changed: (text: string, place: (before: number) => number) => void) {
    this.#say = say
    this.#document.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === 'heard') return
      this.#waiting.push(update)
      this.#timer ??= setTimeout(() => this.flush(), gathering)
    })
    this.#text.observe(({ delta, transaction }) => {
      changed(this.#text.toString(), transaction.local ? (before) => before : (before) => moved(before, delta))
    })
  }

  /** Puts the text as it was typed in place of what is there, as the smallest change. */
  write(typed: string): void {
    const known = this.#text.toString()
    let start = 0
    while (start < Math.min(known.length, typed.length) && known[start] === typed[start]) start += 1
    let end = 0
    while (
      end < Math.min(known.length, typed.length) - start &&
      known[known.length - 1 - end] === typed[typed.length - 1 - end]
    )
      end += 1
    this.#document.transact(() => {
      this.#text.delete(start, known.length - start - end)
      this.#text.insert(start, typed.slice(start, typed.length - end))
    })
  }

  take({ said }: MeetingMessage): void {
    if (said.kind === 'notes') Y.applyUpdate(this.#document, fromBase64(said.update), 'heard')
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#waiting.length === 0) return
    this.#say({ kind: 'notes', update: toBase64(Y.mergeUpdates(this.#waiting)) })
    this.#waiting = []
  }
}
