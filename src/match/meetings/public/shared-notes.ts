import * as Y from 'yjs'
import type { MeetingMessage, Sent } from '../contract.ts'
import { longestUpdate } from '../rules.ts'

const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

/** Milliseconds for which changes are gathered before they are sent. */
const gathering = 150

/** Bytes of one update: base64 has four letters for three. */
const mostBytes = (longestUpdate / 4) * 3
/** UTF-16 units put in at once: three bytes each at most, and some for the update itself. */
const mostUnits = 20_000

/** A text in parts of one update each; none ends within a character. */
const partsOf = (text: string): string[] => {
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    const end = Math.min(from + mostUnits, text.length)
    const isWithin = end < text.length && /[\uD800-\uDBFF]/.test(text[end - 1] ?? '')
    parts.push(text.slice(from, isWithin ? end - 1 : end))
    from = isWithin ? end - 1 : end
  }
  return parts
}

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

type Delta = readonly { retain?: number; insert?: unknown; delete?: number }[]

/** Where a caret is after the text changed elsewhere: before what came behind it, after what came in front. */
const moved = (place: number, delta: Delta): number => {
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

/**
 * Notes that all in the room write at once: a change is merged wherever and whenever it arrives. What the field shows is
 * a copy of its own: somebody types into what they see, and what came meanwhile and is not shown yet must not be taken
 * for something they have deleted.
 */
export class SharedNotes {
  readonly #document = new Y.Doc()
  readonly #field = new Y.Doc()
  readonly #seen = this.#field.getText('notes')
  readonly #say: (said: Sent) => void
  #waiting: Uint8Array[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `changed` is told that there is something to `show`. */
  constructor(say: (said: Sent) => void, changed: () => void) {
    this.#say = say
    this.#document.on('update', (update: Uint8Array, origin: unknown) => {
      changed()
      if (origin === 'heard') return
      this.#waiting.push(update)
      this.#timer ??= setTimeout(() => this.flush(), gathering)
    })
    this.#field.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === 'typed') Y.applyUpdate(this.#document, update)
    })
  }

  /** Puts the text as it was typed in place of what the field had, as the smallest change. */
  write(typed: string): void {
    const known = this.#seen.toString()
    let start = 0
    while (start < Math.min(known.length, typed.length) && known[start] === typed[start]) start += 1
    let end = 0
    while (
      end < Math.min(known.length, typed.length) - start &&
      known[known.length - 1 - end] === typed[typed.length - 1 - end]
    )
      end += 1
    // A change each: together a large paste would be more than one message carries.
    if (known.length - start - end > 0)
      this.#field.transact(() => this.#seen.delete(start, known.length - start - end), 'typed')
    for (const part of partsOf(typed.slice(start, typed.length - end))) {
      this.#field.transact(() => this.#seen.insert(start, part), 'typed')
      start += part.length
    }
  }

  /** The text for the field, which from now on has it, and where a caret that was in it belongs. */
  show(): { text: string; place: (before: number) => number } {
    let delta: Delta = []
    const read = (event: Y.YTextEvent) => {
      delta = event.delta
    }
    this.#seen.observe(read)
    Y.applyUpdate(this.#field, Y.encodeStateAsUpdate(this.#document, Y.encodeStateVector(this.#field)))
    this.#seen.unobserve(read)
    return { text: this.#seen.toString(), place: (before) => moved(before, delta) }
  }

  take({ said }: MeetingMessage): void {
    if (said.kind !== 'notes') return
    try {
      Y.applyUpdate(this.#document, fromBase64(said.update), 'heard')
    } catch {
      // What is no update says nothing; the rest of the notes is there.
    }
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const update of merged(this.#waiting)) this.#say({ kind: 'notes', update: toBase64(update) })
    this.#waiting = []
  }
}
