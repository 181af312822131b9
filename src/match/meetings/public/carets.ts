import * as Y from 'yjs'
import type { PeerHere, PeerRole } from '../contract.ts'
import { roots } from './notes-guard.ts'
import type { SharedNotes } from './shared-notes.ts'

/** Of the two sides, and the others; six digits are what the editor's plugin takes. */
const colours: Record<PeerRole, string> = {
  seller: '#0f6b6b',
  buyer: '#b4532f',
  operator: '#47585b',
  guest: '#6b4a0b',
}

interface Caret {
  anchor: unknown
  head: unknown
}
export interface State {
  cursor: Caret | null
  user?: { name: string; color: string }
}

const bytesOf = (position: unknown) => Y.encodeRelativePosition(Y.createRelativePositionFromJSON(position))
const toText = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const toBytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

/** A caret as the room carries it: where a selection begins and where it ends, with a dot between. */
const textOf = ({ anchor, head }: Caret): string => [anchor, head].map((one) => toText(bytesOf(one))).join('.')

/** A place that is written as an editor writes it: of one item, of one type, or of the notes themselves. */
const placeOf = (text: string): Y.RelativePosition | null => {
  const place = Y.decodeRelativePosition(toBytes(text))
  const named = [place.item, place.type, place.tname].filter((one) => one !== null)
  const isOfNotes = place.tname === null || place.tname === roots.blocks
  return named.length === 1 && isOfNotes && toText(bytesOf(place)) === text ? place : null
}

const caretOf = (text: string | null): Caret | null => {
  try {
    const [anchor, head, ...more] = (text?.split('.') ?? []).map(placeOf)
    return anchor && head && more.length === 0 ? { anchor, head } : null
  } catch {
    // What is no place is shown nowhere.
    return null
  }
}

/** Whether both ends of a caret are in the notes as they are now: what has not come yet, or is of no text, is not. */
export const isIn = ({ document, fragment }: SharedNotes, caret: Caret | null): boolean => {
  if (!caret) return false
  try {
    return [caret.anchor, caret.head].every((one) => {
      const place = Y.createAbsolutePositionFromRelativePosition(Y.createRelativePositionFromJSON(one), document)
      return place !== null && (place.type === fragment || Y.isParentOf(fragment, place.type._item))
    })
  } catch {
    // Ids of what is there can still name no place.
    return false
  }
}

/**
 * Where the others in the room write, in the shape that the editor's plugin reads (the awareness of y-protocols). Names
 * are those that the server gives, not what a browser says of itself.
 */
export class Carets {
  readonly #say: (caret: string | null) => void
  readonly #listeners = new Set<() => void>()
  readonly #numbers = new Map<string, number>()
  #own: Record<string, unknown> = {}
  #states = new Map<number, State>()
  #known = ''
  #said: string | null = null

  constructor(say: (caret: string | null) => void) {
    this.#say = say
  }

  getLocalState(): Record<string, unknown> {
    return this.#own
  }

  getStates(): Map<number, State> {
    return this.#states
  }

  /** The editor tells of its caret again with each change of the others: only a new place is said. */
  setLocalStateField(field: string, value: Caret | null): void {
    this.#own = { ...this.#own, [field]: value }
    const caret = value && textOf(value)
    if (caret === this.#said) return
    this.#said = caret
    this.#say(caret)
  }

  on(_: 'change', listener: () => void): void {
    this.#listeners.add(listener)
  }

  off(_: 'change', listener: () => void): void {
    this.#listeners.delete(listener)
  }

  /** Takes who is in the room, with their carets; `own` is the own stay. */
  see(peers: readonly PeerHere[], own: string): void {
    const others = peers.filter(({ _id }) => _id !== own)
    const known = JSON.stringify(others)
    if (known === this.#known) return
    this.#known = known
    this.#states = new Map(
      others.map(({ _id, name, role, caret }) => {
        const number = this.#numbers.get(_id) ?? this.#numbers.size + 1
        this.#numbers.set(_id, number)
        return [number, { cursor: caretOf(caret), user: { name, color: colours[role] } }]
      }),
    )
    for (const listener of this.#listeners) listener()
  }
}
