import { LRUCache } from 'lru-cache'
import type { EncodedAnswer } from './encoded-answer.ts'

/** Cached answer. Once stale, it remains available as the last good copy. */
export interface Entry extends EncodedAnswer {
  readonly key: string
  readonly tags: ReadonlySet<string>
  fresh: boolean
  /** Epoch milliseconds at which it becomes stale without a change. */
  until: number
  /** Hits since it was stored; maintained by the store. */
  hits?: number
}

export interface LruStoreLimits {
  /** Maximum bytes of all entries, counting every encoding. */
  maxBytes: number
  /** Maximum number of entries, whatever their size. */
  maxEntries?: number
  /** Maximum number of cached refusals (404 and similar). Bounded because clients can invent URLs. */
  maxRefusals: number
  /** Maximum bytes of all refusals; each is a full page with header and footer. */
  maxRefusalBytes: number
}

/** Bytes of memory per entry besides the bodies: header arrays, map nodes. */
const overhead = 2000

const sizeOf = ({ key, representations }: Entry): number =>
  // Brotli is added later and is smaller than gzip, so count gzip twice instead.
  overhead + 2 * key.length + representations.identity.body.length + 2 * (representations.gzip?.body.length ?? 0)

/** Hits after which an entry moves to the protected segment. */
const hitsToProtect = 3

/** Share of the bytes for the protected segment: new entries need room to get a second hit. */
const protectedShare = 0.75

/** Default maximum number of entries per source. Each entry is also a file on disk. */
export const defaultMaxEntries = 2000

/**
 * Stores the entries of one source and indexes them by tag. A segmented LRU cache: entries that are requested
 * repeatedly move to a protected segment, so that a client that requests every page once, such as a crawler, does not
 * evict them.
 */
export class LruStore {
  readonly #entries: LRUCache<string, Entry>
  readonly #protected: LRUCache<string, Entry>
  readonly #refusals: LRUCache<string, Entry>
  readonly #byTag = new Map<string, Set<Entry>>()
  readonly #maxBytes: number
  readonly #maxEntries: number

  constructor(
    { maxBytes, maxEntries = defaultMaxEntries, maxRefusals, maxRefusalBytes }: LruStoreLimits,
    onDropped: (entry: Entry) => void,
  ) {
    this.#maxBytes = maxBytes
    this.#maxEntries = maxEntries
    const dispose = (entry: Entry, _key: string, reason: string) => {
      this.#unlink(entry)
      if (reason === 'evict') onDropped(entry)
    }
    const sized = { maxEntrySize: maxBytes >> 3, sizeCalculation: sizeOf }
    this.#entries = new LRUCache({ ...sized, maxSize: maxBytes, dispose })
    this.#protected = new LRUCache({
      ...sized,
      maxSize: Math.floor(maxBytes * protectedShare),
      // Evicted from the protected segment: back to the probation segment, with its hits reset.
      disposeAfter: (entry, key, reason) => {
        entry.hits = 0
        if (reason === 'evict') this.#entries.set(key, entry)
        else this.#unlink(entry)
      },
    })
    this.#refusals = new LRUCache({ max: maxRefusals, maxSize: maxRefusalBytes, sizeCalculation: sizeOf, dispose })
  }

  get(key: string): Entry | undefined {
    const hit = this.#protected.get(key)
    if (hit) return hit
    const entry = this.#entries.get(key)
    if (!entry) return this.#refusals.get(key)
    entry.hits = (entry.hits ?? 0) + 1
    if (entry.hits >= hitsToProtect) {
      this.#entries.delete(key)
      this.#store(this.#protected, entry)
    }
    return entry
  }

  put(entry: Entry): void {
    const { key } = entry
    if (entry.status >= 400) {
      this.#protected.delete(key)
      this.#entries.delete(key)
      this.#store(this.#refusals, entry)
      return
    }
    this.#refusals.delete(key)
    entry.hits = this.#entries.peek(key)?.hits ?? 0
    this.#store(this.#protected.has(key) ? this.#protected : this.#entries, entry)
  }

  #store(segment: LRUCache<string, Entry>, entry: Entry): void {
    segment.set(entry.key, entry)
    // Larger than `maxEntrySize`: the LRU did not store it.
    if (segment.peek(entry.key) !== entry) return
    for (const tag of entry.tags) {
      const linked = this.#byTag.get(tag)
      if (linked) linked.add(entry)
      else this.#byTag.set(tag, new Set([entry]))
    }
    while (
      this.#entries.size > 0 &&
      (this.bytes > this.#maxBytes || this.count > this.#maxEntries + this.#refusals.size)
    )
      this.#entries.pop()
  }

  /** Marks the entries with one of the tags stale; returns how many were fresh. */
  invalidate(tags: Iterable<string>): number {
    let staled = 0
    for (const tag of tags)
      for (const entry of this.#byTag.get(tag) ?? []) {
        if (entry.fresh) staled += 1
        entry.fresh = false
      }
    return staled
  }

  invalidateAll(): void {
    for (const entry of this.#entries.values()) entry.fresh = false
    for (const entry of this.#protected.values()) entry.fresh = false
    for (const entry of this.#refusals.values()) entry.fresh = false
  }

  get count(): number {
    return this.#entries.size + this.#protected.size + this.#refusals.size
  }

  get bytes(): number {
    return this.#entries.calculatedSize + this.#protected.calculatedSize + this.#refusals.calculatedSize
  }

  #unlink(entry: Entry): void {
    for (const tag of entry.tags) {
      const linked = this.#byTag.get(tag)
      linked?.delete(entry)
      if (linked?.size === 0) this.#byTag.delete(tag)
    }
  }
}
