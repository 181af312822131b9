import { LRUCache } from 'lru-cache'
import type { Ready } from './ready.ts'

/** A filed answer. It stays as the last good copy after it has become stale. */
export interface Entry extends Ready {
  readonly key: string
  readonly tags: ReadonlySet<string>
  fresh: boolean
  /** Epoch milliseconds from which it is stale by itself. */
  until: number
}

export interface ShelfLimits {
  /** Bytes of all entries together, every coding counted. */
  maxBytes: number
  /** Refusals (404 and the like) kept at once; anybody can invent addresses. */
  maxRefusals: number
  /** Bytes of all refusals together; each is a page of its own, with header and footer. */
  refusalBytes: number
}

/** What filing costs in memory beside the bodies: header arrays, map nodes. */
const overhead = 2000

const sizeOf = ({ key, representations }: Entry): number =>
  // Brotli comes later and is smaller than gzip; gzip counts twice in its place.
  overhead + 2 * key.length + representations.identity.body.length + 2 * (representations.gzip?.body.length ?? 0)

/** The entries of one source, the least recently used dropped first, and which of them show a tag. */
export class Shelf {
  readonly #entries: LRUCache<string, Entry>
  readonly #refusals: LRUCache<string, Entry>
  readonly #byTag = new Map<string, Set<Entry>>()

  constructor({ maxBytes, maxRefusals, refusalBytes }: ShelfLimits, onDropped: (entry: Entry) => void) {
    const dispose = (entry: Entry, _key: string, reason: string) => {
      this.#unlink(entry)
      if (reason === 'evict') onDropped(entry)
    }
    this.#entries = new LRUCache({ maxSize: maxBytes, maxEntrySize: maxBytes >> 3, sizeCalculation: sizeOf, dispose })
    this.#refusals = new LRUCache({ max: maxRefusals, maxSize: refusalBytes, sizeCalculation: sizeOf, dispose })
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key) ?? this.#refusals.get(key)
  }

  put(entry: Entry): void {
    const refused = entry.status >= 400
    ;(refused ? this.#entries : this.#refusals).delete(entry.key)
    const shelf = refused ? this.#refusals : this.#entries
    shelf.set(entry.key, entry)
    // Larger than an entry may be: it was not taken.
    if (shelf.peek(entry.key) !== entry) return
    for (const tag of entry.tags) {
      const linked = this.#byTag.get(tag)
      if (linked) linked.add(entry)
      else this.#byTag.set(tag, new Set([entry]))
    }
  }

  /** Marks what shows one of the tags stale; says how many were fresh. */
  touch(tags: Iterable<string>): number {
    let touched = 0
    for (const tag of tags)
      for (const entry of this.#byTag.get(tag) ?? []) {
        if (entry.fresh) touched += 1
        entry.fresh = false
      }
    return touched
  }

  touchAll(): void {
    for (const entry of this.#entries.values()) entry.fresh = false
    for (const entry of this.#refusals.values()) entry.fresh = false
  }

  get count(): number {
    return this.#entries.size + this.#refusals.size
  }

  get bytes(): number {
    return this.#entries.calculatedSize + this.#refusals.calculatedSize
  }

  #unlink(entry: Entry): void {
    for (const tag of entry.tags) {
      const linked = this.#byTag.get(tag)
      linked?.delete(entry)
      if (linked?.size === 0) this.#byTag.delete(tag)
    }
  }
}
