import { LRUCache } from 'lru-cache'
import { type CacheScope, createCacheScope } from './cache-scope.ts'
import { Generations } from './generations.ts'

/** Answer of a cached route, with its tags and expiry. */
interface CachedAnswer {
  answer: unknown
  scope: CacheScope
}

const freeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    for (const inner of Object.values(Object.freeze(value))) freeze(inner)
  return value
}

/**
 * Caches what pages read from the API's cached routes until one of the answer's tags is invalidated: editing one post
 * reloads its list, not the eight other lists of the page. Invalidate it before the page cache, so that a page rendered
 * after a change never reads older data. Answers are frozen because many renders share them.
 */
export class LoaderCache {
  readonly #answers: LRUCache<string, CachedAnswer>
  readonly #flights = new Map<string, Promise<CachedAnswer>>()
  readonly #generations = new Generations()
  readonly #now: () => number
  #isListening = false

  /** `max` is the number of answers. */
  constructor({ max = 500, now = Date.now }: { max?: number; now?: () => number } = {}) {
    this.#answers = new LRUCache({ max })
    this.#now = now
  }

  invalidate(tags: readonly string[]): void {
    if (tags.includes('*')) {
      this.invalidateAll()
      return
    }
    this.#generations.invalidate(tags)
    this.#flights.clear()
    for (const [key, { scope }] of this.#answers.entries())
      if (tags.some((tag) => scope.tags.has(tag))) this.#answers.delete(key)
  }

  invalidateAll(): void {
    this.#generations.invalidateAll()
    this.#flights.clear()
    this.#answers.clear()
  }

  /** Sets whether invalidation notifications arrive. Nothing is cached while they do not. */
  setListening(isListening: boolean): void {
    this.#isListening = isListening
    this.invalidateAll()
  }

  /** Returns the cached or newly loaded answer, and adds its tags and expiry to the reader's scope. */
  async read(key: string, reader: CacheScope, make: (scope: CacheScope) => Promise<unknown>): Promise<unknown> {
    const cached = this.#answers.get(key)
    const { answer, scope } = cached && this.#now() < cached.scope.until ? cached : await this.#makeOnce(key, make)
    for (const tag of scope.tags) reader.tags.add(tag)
    reader.until = Math.min(reader.until, scope.until)
    return answer
  }

  #makeOnce(key: string, make: (scope: CacheScope) => Promise<unknown>): Promise<CachedAnswer> {
    const pending = this.#flights.get(key)
    if (pending) return pending
    const flight = this.#make(key, make).finally(() => {
      // After an invalidation, another load of this key may be in flight.
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    })
    this.#flights.set(key, flight)
    return flight
  }

  async #make(key: string, make: (scope: CacheScope) => Promise<unknown>): Promise<CachedAnswer> {
    const began = this.#generations.begin()
    try {
      const scope = createCacheScope()
      const cached = { answer: freeze(await make(scope)), scope }
      if (this.#isListening && !this.#generations.isInvalidated(began, scope.tags)) this.#answers.set(key, cached)
      return cached
    } finally {
      this.#generations.end()
    }
  }
}
