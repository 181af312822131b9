import * as Y from 'yjs'
import type { PeerRole, PresentPeer } from '../../contract.ts'
import { noteRoots } from './notes-guard.ts'
import type { SharedNotes } from './shared-notes.ts'

/** Caret colors by role. The editor plugin accepts only six hex digits. */
const colors: Record<PeerRole, string> = {
  seller: '#0f6b6b',
  buyer: '#b4532f',
  operator: '#47585b',
  guest: '#6b4a0b',
}

interface Caret {
  anchor: unknown
  head: unknown
}
export interface CaretState {
  cursor: Caret | null
  user?: { name: string; color: string }
}

const bytesOf = (position: unknown) => Y.encodeRelativePosition(Y.createRelativePositionFromJSON(position))
const toText = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
const toBytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

/** Serializes a caret as two base64 positions (anchor and head) separated by a dot. */
const serializeCaret = ({ anchor, head }: Caret): string => [anchor, head].map((one) => toText(bytesOf(one))).join('.')

/** Parses a position that refers to exactly one of an item, a type or the root of the notes; null otherwise. */
const parsePosition = (text: string): Y.RelativePosition | null => {
  const place = Y.decodeRelativePosition(toBytes(text))
  const named = [place.item, place.type, place.tname].filter((one) => one !== null)
  const isOfNotes = place.tname === null || place.tname === noteRoots.blocks
  return named.length === 1 && isOfNotes && toText(bytesOf(place)) === text ? place : null
}

const parseCaret = (text: string | null): Caret | null => {
  try {
    const [anchor, head, ...more] = (text?.split('.') ?? []).map(parsePosition)
    return anchor && head && more.length === 0 ? { anchor, head } : null
  } catch {
    // An invalid position is not shown.
    return null
  }
}

/**
 * True if both ends of a caret exist in the current document. False for content that has not arrived yet or lies
 * outside the notes.
 */
export const isCaretInNotes = ({ document, fragment }: SharedNotes, caret: Caret | null): boolean => {
  if (!caret) return false
  try {
    return [caret.anchor, caret.head].every((one) => {
      const place = Y.createAbsolutePositionFromRelativePosition(Y.createRelativePositionFromJSON(one), document)
      return place !== null && (place.type === fragment || Y.isParentOf(fragment, place.type._item))
    })
  } catch {
    // A well-formed position can still refer to an item that has no position in the document.
    return false
  }
}

/**
 * Carets of the other peers, in the awareness shape (y-protocols) that the editor plugin reads. Names come from the
 * server, never from a browser.
 */
export class RemoteCarets {
  readonly #say: (caret: string | null) => void
  readonly #listeners = new Set<() => void>()
  readonly #numbers = new Map<string, number>()
  #own: Record<string, unknown> = {}
  #states = new Map<number, CaretState>()
  #serialized = ''
  #said: string | null = null

  constructor(say: (caret: string | null) => void) {
    this.#say = say
  }

  getLocalState(): Record<string, unknown> {
    return this.#own
  }

  getStates(): Map<number, CaretState> {
    return this.#states
  }

  /** Sends only changed positions: the editor reports its caret again after every remote change. */
  setLocalStateField(field: string, value: Caret | null): void {
    this.#own = { ...this.#own, [field]: value }
    const caret = value && serializeCaret(value)
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

  /** Updates the carets from the list of peers; `own` is the id of this peer. */
  update(peers: readonly PresentPeer[], own: string): void {
    const others = peers.filter(({ _id }) => _id !== own)
    const serialized = JSON.stringify(others)
    if (serialized === this.#serialized) return
    this.#serialized = serialized
    this.#states = new Map(
      others.map(({ _id, name, role, caret }) => {
        const number = this.#numbers.get(_id) ?? this.#numbers.size + 1
        this.#numbers.set(_id, number)
        return [number, { cursor: parseCaret(caret), user: { name, color: colors[role] } }]
      }),
    )
    for (const listener of this.#listeners) listener()
  }
}
