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
  maxBytes?: number
  /**
   * Returns the cache key of a request, null if it is not cacheable. Called for every request, so it must be
   * synchronous and fast.
   */
  keyOf(url: string, acceptLanguage: string | undefined): string | null
  /** Produces a new answer. A status of 500 or more counts as a failure and is never cached. */
  produce(key: string): Promise<Answer>
}

export interface TagCacheOptions {
  /** Maximum bytes of one source's entries. */
  maxBytes?: number
  maxRefusals?: number
  /** Maximum bytes of one source's refusals. */
  maxRefusalBytes?: number
  /** Milliseconds to wait for a fresh answer while a stale one exists; later requests do not wait again. */
  freshWait?: number
  /** Milliseconds from the first failure to the next attempt; doubled each time, up to `longestPause`. */
  firstPause?: number
  longestPause?: number
  /** Milliseconds for which an answer counts as fresh while notifications do not arrive. */
  disconnectedTtl?: number
  /** Milliseconds to wait before brotli compression, so that pending requests get the CPU first. */
  compressionDelay?: number
  /**
   * Maximum number of concurrent renders (`maxRenders`) and of requests waiting for a slot (`maxQueued`); further requests get
   * 503.
   */
  maxRenders?: number
  maxQueued?: number
  now?: () => number
  disk?: DiskCopies
  onFailure?: (error: unknown, key: string) => void
}

interface Failure {
  attempts: number
  retryAt: number
  answer: EncodedAnswer
}

interface Flight {
  ready: Promise<EncodedAnswer>
  /** Epoch milliseconds. */
  startedAt: number
}

interface SourceState {
  source: Source
  store: LruStore
  flights: Map<string, Flight>
  failures: Map<string, Failure>
}

/** Attempts to produce an answer whose tags do not change meanwhile; the last one is sent even if stale. */
const maxAttempts = 3

/** Maximum number of stored failures. Each holds its whole answer, a page of about 100 KB. */
const maxFailures = 100

/** Milliseconds for which a refusal is cached: the missing record may have left no tag to invalidate it by. */
const refusalTtl = 10_000

const overloadedAnswer: EncodedAnswer = {
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
const withTimeout = async <T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Cache of answers by key, produced once and invalidated by tag. `invalidate` and `setListening` notify it of changes. */
export class TagCache {
  readonly #states = new Map<Source, SourceState>()
  readonly #generations = new Generations()
  readonly #options: Required<Omit<TagCacheOptions, 'onFailure'>> & Pick<TagCacheOptions, 'onFailure'>
  readonly #counters = { hits: 0, misses: 0, stale: 0, made: 0, again: 0, failed: 0, touched: 0 }
  readonly #waiting: (() => void)[] = []
  #making = 0
  #isListening = false

  constructor(sources: readonly Source[], options: TagCacheOptions = {}) {
    this.#options = {
      maxBytes: 64 * 1024 * 1024,
      maxRefusals: 500,
      maxRefusalBytes: 8 * 1024 * 1024,
      freshWait: 400,
      firstPause: 250,
      longestPause: 10_000,
      disconnectedTtl: 1000,
      compressionDelay: 250,
      maxRenders: 32,
      maxQueued: 1000,
      now: Date.now,
      disk: noDiskCopies,
      ...options,
    }
    const { disk } = this.#options
    for (const source of sources)
      this.#states.set(source, {
        source,
        store: new LruStore({ ...this.#options, maxBytes: source.maxBytes ?? this.#options.maxBytes }, (entry) =>
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
    const byName = new Map([...this.#states.values()].map((state) => [state.source.name, state]))
    let restored = 0
    for (const { source: name, key, answer } of await this.#options.disk.read()) {
      const state = byName.get(name)
      if (!state) continue
      const ready = await encodeAnswer(answer, state.source.vary)
      state.store.put({ ...ready, key, tags: answer.scope.tags, fresh: false, until: 0 })
      restored += 1
    }
    return restored
  }

  /** Invalidates all entries with one of these tags after a committed change; `*` invalidates everything. */
  invalidate(tags: readonly string[]): void {
    if (tags.includes('*')) {
      this.invalidateAll()
      return
    }
    this.#generations.invalidate(tags)
    for (const { store } of this.#states.values()) this.#counters.touched += store.invalidate(tags)
  }

  invalidateAll(): void {
    this.#generations.invalidateAll()
    for (const { store } of this.#states.values()) store.invalidateAll()
  }

  /**
   * Sets whether notifications arrive. Both losing and regaining them make everything stale, because changes may have
   * been missed. While not listening, copies are served immediately and revalidated in the background.
   */
  setListening(isListening: boolean): void {
    this.#isListening = isListening
    this.invalidateAll()
    if (isListening) for (const { failures } of this.#states.values()) failures.clear()
  }

  /** Returns the fresh entry synchronously; undefined if it must be produced. */
  fresh(source: Source, key: string): Entry | undefined {
    const entry = this.#stateOf(source).store.get(key)
    if (entry?.fresh && this.#options.now() < entry.until) {
      this.#counters.hits += 1
      return entry
    }
    return undefined
  }

  /** Returns a fresh answer, else the last good copy, else the failure itself. Never rejects. */
  async obtain(source: Source, key: string): Promise<EncodedAnswer> {
    const state = this.#stateOf(source)
    const copy = state.store.get(key)
    const failure = state.failures.get(key)
    if (failure && this.#options.now() < failure.retryAt) return this.#stale(copy) ?? failure.answer
    const { ready, startedAt } = this.#makeOnce(state, key)
    if (!copy) {
      this.#counters.misses += 1
      return ready
    }
    if (!this.#isListening) return this.#stale(copy) ?? ready
    const fresh = await withTimeout(ready, startedAt + this.#options.freshWait - this.#options.now())
    return fresh && fresh.status < 500 ? fresh : (this.#stale(copy) ?? ready)
  }

  counters(): Counters {
    const all = [...this.#states.values()]
    return {
      ...this.#counters,
      entries: all.reduce((sum, { store }) => sum + store.count, 0),
      bytes: all.reduce((sum, { store }) => sum + store.bytes, 0),
    }
  }

  /** Waits until all copies are written to disk. */
  close(): Promise<void> {
    return this.#options.disk.close()
  }

  #stateOf(source: Source): SourceState {
    const state = this.#states.get(source)
    if (!state) throw new Error(`The cache does not keep ${source.name}`)
    return state
  }

  #stale(copy: Entry | undefined): Entry | undefined {
    if (copy) this.#counters.stale += 1
    return copy
  }

  /** Single flight: concurrent requests for a key share one render. */
  #makeOnce(state: SourceState, key: string): Flight {
    const pending = state.flights.get(key)
    if (pending) return pending
    const ready = this.#make(state, key)
      .catch((error: unknown) => this.#storeFailure(state, key, overloadedAnswer, error))
      .finally(() => state.flights.delete(key))
    const flight = { ready, startedAt: this.#options.now() }
    state.flights.set(key, flight)
    return flight
  }

  async #make(state: SourceState, key: string): Promise<EncodedAnswer> {
    const { source } = state
    await this.#waitForSlot()
    let began = this.#generations.begin()
    try {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await source.produce(key)
        const ready = await encodeAnswer(answer, source.vary)
        if (answer.status >= 500) return this.#storeFailure(state, key, ready, undefined)
        const isInvalidated = this.#generations.isInvalidated(began, answer.scope.tags)
        if (isInvalidated && attempt < maxAttempts) {
          this.#counters.again += 1
          began = this.#generations.current
          continue
        }
        return this.#storeAnswer(state, key, answer, ready, !isInvalidated)
      }
    } finally {
      this.#generations.end()
      const next = this.#waiting.shift()
      // The slot passes to the next in the queue directly, so that a new request cannot take it first.
      if (next) next()
      else this.#making -= 1
    }
  }

  #storeAnswer(
    { source, store, failures }: SourceState,
    key: string,
    answer: Answer,
    ready: EncodedAnswer,
    fresh: boolean,
  ): Entry {
    const { now, disconnectedTtl, disk } = this.#options
    const until = Math.min(
      answer.scope.until,
      this.#isListening ? Number.POSITIVE_INFINITY : now() + disconnectedTtl,
      answer.status < 400 ? Number.POSITIVE_INFINITY : now() + refusalTtl,
    )
    const entry: Entry = { ...ready, key, tags: answer.scope.tags, fresh, until }
    store.put(entry)
    failures.delete(key)
    this.#counters.made += 1
    if (answer.status === 200 && source.maxBytes === undefined) disk.write(source.name, key, answer)
    else disk.remove(source.name, key)
    this.#compressLater(entry, answer, source)
    return entry
  }

  /**
   * Compresses with brotli later: the first visitors do not wait for it, and short-lived entries are never compressed.
   */
  #compressLater(entry: Entry, answer: Answer, source: Source): void {
    const code = () => {
      if (!entry.fresh) return
      void addBrotli(entry, answer, source.vary).catch((error: unknown) => this.#options.onFailure?.(error, entry.key))
    }
    setTimeout(code, this.#options.compressionDelay).unref()
  }

  #storeFailure({ failures }: SourceState, key: string, answer: EncodedAnswer, error: unknown): EncodedAnswer {
    const { now, firstPause, longestPause, onFailure } = this.#options
    const attempts = (failures.get(key)?.attempts ?? 0) + 1
    if (failures.size >= maxFailures) failures.clear()
    failures.set(key, { attempts, retryAt: now() + Math.min(firstPause * 2 ** (attempts - 1), longestPause), answer })
    this.#counters.failed += 1
    if (error !== undefined) onFailure?.(error, key)
    return answer
  }

  /** Waits for a free render slot. */
  async #waitForSlot(): Promise<void> {
    if (this.#waiting.length >= this.#options.maxQueued) throw new Error('Too many answers are waiting to be made')
    if (this.#making < this.#options.maxRenders) this.#making += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
}
