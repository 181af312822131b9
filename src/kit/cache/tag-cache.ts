import { type DiskCopies, noDiskCopies } from './disk-copies.ts'
import { type Answer, addBrotli, type EncodedAnswer, encodeAnswer } from './encoded-answer.ts'
import { Generations } from './generations.ts'
import { type Entry, LruStore } from './lru-store.ts'

/** Producer of cacheable answers: the pages, the public lists of the API. */
export interface Source {
  name: string
  /** Value of the Vary header: request headers that the answer depends on. */
  vary: string
  /** Maximum bytes of its entries, if smaller than the default. Entries of such a source are not written to disk. */
  room?: number
  /**
   * Returns the cache key of a request, null if it is not cacheable. Called for every request, so it must be
   * synchronous and fast.
   */
  keyOf(url: string, acceptLanguage: string | undefined): string | null
  /** Produces a new answer. A status of 500 or more counts as a failure and is never cached. */
  make(key: string): Promise<Answer>
}

export interface TagCacheOptions {
  /** Maximum bytes of one source's entries. */
  maxBytes?: number
  maxRefusals?: number
  /** Maximum bytes of one source's refusals. */
  refusalBytes?: number
  /** Milliseconds to wait for a fresh answer while a stale one exists; later requests do not wait again. */
  patience?: number
  /** Milliseconds from the first failure to the next attempt; doubled each time, up to `longestPause`. */
  firstPause?: number
  longestPause?: number
  /** Milliseconds for which an answer counts as fresh while notifications do not arrive. */
  deafFor?: number
  /** Milliseconds to wait before brotli compression, so that pending requests get the CPU first. */
  rest?: number
  /**
   * Maximum number of concurrent renders (`makers`) and of requests waiting for a slot (`queue`); further requests get
   * 503.
   */
  makers?: number
  queue?: number
  now?: () => number
  disk?: DiskCopies
  onFailure?: (error: unknown, key: string) => void
}

interface Failure {
  times: number
  retryAt: number
  answer: EncodedAnswer
}

interface Flight {
  ready: Promise<EncodedAnswer>
  /** Epoch milliseconds. */
  began: number
}

interface Kept {
  source: Source
  shelf: LruStore
  flights: Map<string, Flight>
  failures: Map<string, Failure>
}

/** Attempts to produce an answer whose tags do not change meanwhile; the last one is sent even if stale. */
const tries = 3

/** Maximum number of stored failures. Each holds its whole answer, a page of about 100 KB. */
const failuresKept = 100

/** Milliseconds for which a refusal is cached: the missing record may have left no tag to invalidate it by. */
const refusalFor = 10_000

const refusedToMake: EncodedAnswer = {
  status: 503,
  representations: {
    identity: { body: Buffer.alloc(0), etag: '', head: ['content-length', '0', 'retry-after', '2'], notModified: [] },
  },
}

export type Counters = Record<
  'hits' | 'misses' | 'stale' | 'made' | 'again' | 'failed' | 'touched' | 'entries' | 'bytes',
  number
>

/** Resolves with the promise's result, or with undefined after a timeout. */
const within = async <T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Cache of answers by key, produced once and invalidated by tag. `touch` and `setHearing` notify it of changes. */
export class TagCache {
  readonly #kept = new Map<Source, Kept>()
  readonly #generations = new Generations()
  readonly #options: Required<Omit<TagCacheOptions, 'onFailure'>> & Pick<TagCacheOptions, 'onFailure'>
  readonly #counters = { hits: 0, misses: 0, stale: 0, made: 0, again: 0, failed: 0, touched: 0 }
  readonly #waiting: (() => void)[] = []
  #making = 0
  #hearing = false

  constructor(sources: readonly Source[], options: TagCacheOptions = {}) {
    this.#options = {
      maxBytes: 64 * 1024 * 1024,
      maxRefusals: 500,
      refusalBytes: 8 * 1024 * 1024,
      patience: 400,
      firstPause: 250,
      longestPause: 10_000,
      deafFor: 1000,
      rest: 250,
      makers: 32,
      queue: 1000,
      now: Date.now,
      disk: noDiskCopies,
      ...options,
    }
    const { disk } = this.#options
    for (const source of sources)
      this.#kept.set(source, {
        source,
        shelf: new LruStore({ ...this.#options, maxBytes: source.room ?? this.#options.maxBytes }, (entry) =>
          disk.remove(source.name, entry.key),
        ),
        flights: new Map(),
        failures: new Map(),
      })
  }

  /**
   * Loads the last good copies from disk; all are stale, because changes may have happened meanwhile. Returns the
   * number of restored entries.
   */
  async restore(): Promise<number> {
    const byName = new Map([...this.#kept.values()].map((kept) => [kept.source.name, kept]))
    let restored = 0
    for (const { source: name, key, answer } of await this.#options.disk.read()) {
      const kept = byName.get(name)
      if (!kept) continue
      const ready = await encodeAnswer(answer, kept.source.vary)
      kept.shelf.put({ ...ready, key, tags: answer.scope.tags, fresh: false, until: 0 })
      restored += 1
    }
    return restored
  }

  /** Invalidates all entries with one of these tags after a committed change; `*` invalidates everything. */
  touch(tags: readonly string[]): void {
    if (tags.includes('*')) {
      this.touchAll()
      return
    }
    this.#generations.touch(tags)
    for (const { shelf } of this.#kept.values()) this.#counters.touched += shelf.touch(tags)
  }

  touchAll(): void {
    this.#generations.touchAll()
    for (const { shelf } of this.#kept.values()) shelf.touchAll()
  }

  /**
   * Sets whether notifications arrive. Both losing and regaining them make everything stale, because changes may have
   * been missed. While not listening, copies are served immediately and revalidated in the background.
   */
  setHearing(hearing: boolean): void {
    this.#hearing = hearing
    this.touchAll()
    if (hearing) for (const { failures } of this.#kept.values()) failures.clear()
  }

  /** Returns the fresh entry synchronously; undefined if it must be produced. */
  fresh(source: Source, key: string): Entry | undefined {
    const entry = this.#keptOf(source).shelf.get(key)
    if (entry?.fresh && this.#options.now() < entry.until) {
      this.#counters.hits += 1
      return entry
    }
    return undefined
  }

  /** Returns a fresh answer, else the last good copy, else the failure itself. Never rejects. */
  async obtain(source: Source, key: string): Promise<EncodedAnswer> {
    const kept = this.#keptOf(source)
    const copy = kept.shelf.get(key)
    const failure = kept.failures.get(key)
    if (failure && this.#options.now() < failure.retryAt) return this.#stale(copy) ?? failure.answer
    const { ready, began } = this.#fly(kept, key)
    if (!copy) {
      this.#counters.misses += 1
      return ready
    }
    if (!this.#hearing) return this.#stale(copy) ?? ready
    const made = await within(ready, began + this.#options.patience - this.#options.now())
    return made && made.status < 500 ? made : (this.#stale(copy) ?? ready)
  }

  counters(): Counters {
    const all = [...this.#kept.values()]
    return {
      ...this.#counters,
      entries: all.reduce((sum, { shelf }) => sum + shelf.count, 0),
      bytes: all.reduce((sum, { shelf }) => sum + shelf.bytes, 0),
    }
  }

  /** Waits until all copies are written to disk. */
  close(): Promise<void> {
    return this.#options.disk.close()
  }

  #keptOf(source: Source): Kept {
    const kept = this.#kept.get(source)
    if (!kept) throw new Error(`The cache does not keep ${source.name}`)
    return kept
  }

  #stale(copy: Entry | undefined): Entry | undefined {
    if (copy) this.#counters.stale += 1
    return copy
  }

  /** Single flight: concurrent requests for a key share one render. */
  #fly(kept: Kept, key: string): Flight {
    const known = kept.flights.get(key)
    if (known) return known
    const ready = this.#make(kept, key)
      .catch((error: unknown) => this.#fail(kept, key, refusedToMake, error))
      .finally(() => kept.flights.delete(key))
    const flight = { ready, began: this.#options.now() }
    kept.flights.set(key, flight)
    return flight
  }

  async #make(kept: Kept, key: string): Promise<EncodedAnswer> {
    const { source } = kept
    await this.#turn()
    let began = this.#generations.begin()
    try {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await source.make(key)
        const ready = await encodeAnswer(answer, source.vary)
        if (answer.status >= 500) return this.#fail(kept, key, ready, undefined)
        const touched = this.#generations.isTouched(began, answer.scope.tags)
        if (touched && attempt < tries) {
          this.#counters.again += 1
          began = this.#generations.present
          continue
        }
        return this.#file(kept, key, answer, ready, !touched)
      }
    } finally {
      this.#generations.end()
      const next = this.#waiting.shift()
      // The slot passes to the next in the queue directly, so that a new request cannot take it first.
      if (next) next()
      else this.#making -= 1
    }
  }

  #file({ source, shelf, failures }: Kept, key: string, answer: Answer, ready: EncodedAnswer, fresh: boolean): Entry {
    const { now, deafFor, disk } = this.#options
    const until = Math.min(
      answer.scope.until,
      this.#hearing ? Number.POSITIVE_INFINITY : now() + deafFor,
      answer.status < 400 ? Number.POSITIVE_INFINITY : now() + refusalFor,
    )
    const entry: Entry = { ...ready, key, tags: answer.scope.tags, fresh, until }
    shelf.put(entry)
    failures.delete(key)
    this.#counters.made += 1
    if (answer.status === 200 && source.room === undefined) disk.write(source.name, key, answer)
    else disk.remove(source.name, key)
    this.#codeLater(entry, answer, source)
    return entry
  }

  /**
   * Compresses with brotli later: the first visitors do not wait for it, and short-lived entries are never compressed.
   */
  #codeLater(entry: Entry, answer: Answer, source: Source): void {
    const code = () => {
      if (!entry.fresh) return
      void addBrotli(entry, answer, source.vary).catch((error: unknown) => this.#options.onFailure?.(error, entry.key))
    }
    setTimeout(code, this.#options.rest).unref()
  }

  #fail({ failures }: Kept, key: string, answer: EncodedAnswer, error: unknown): EncodedAnswer {
    const { now, firstPause, longestPause, onFailure } = this.#options
    const times = (failures.get(key)?.times ?? 0) + 1
    if (failures.size >= failuresKept) failures.clear()
    failures.set(key, { times, retryAt: now() + Math.min(firstPause * 2 ** (times - 1), longestPause), answer })
    this.#counters.failed += 1
    if (error !== undefined) onFailure?.(error, key)
    return answer
  }

  /** Waits for a free render slot. */
  async #turn(): Promise<void> {
    if (this.#waiting.length >= this.#options.queue) throw new Error('Too many answers are waiting to be made')
    if (this.#making < this.#options.makers) this.#making += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}
