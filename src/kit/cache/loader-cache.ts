import { LRUCache } from 'lru-cache'
import { type CacheScope, createCacheScope } from './cache-scope.ts'
import { Generations } from './generations.ts'

/** Answer of a cached route, with its tags and expiry. */
interface Reading {
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
  readonly #kept: LRUCache<string, Reading>
  readonly #flights = new Map<string, Promise<Reading>>()
  readonly #generations = new Generations()
  readonly #now: () => number
  #hearing = false

  /** `max` is the number of answers. */
  constructor({ max = 500, now = Date.now }: { max?: number; now?: () => number } = {}) {
    this.#kept = new LRUCache({ max })
    this.#now = now
  }

  touch(tags: readonly string[]): void {
    if (tags.includes('*')) {
      this.touchAll()
      return
    }
    this.#generations.touch(tags)
    this.#flights.clear()
    for (const [key, { scope }] of this.#kept.entries())
      if (tags.some((tag) => scope.tags.has(tag))) this.#kept.delete(key)
  }

  touchAll(): void {
    this.#generations.touchAll()
    this.#flights.clear()
    this.#kept.clear()
  }

  /** Sets whether invalidation notifications arrive. Nothing is cached while they do not. */
  setHearing(hearing: boolean): void {
    this.#hearing = hearing
    this.touchAll()
  }

  /** Returns the cached or newly loaded answer, and adds its tags and expiry to the reader's scope. */
  async read(key: string, reader: CacheScope, make: (scope: CacheScope) => Promise<unknown>): Promise<unknown> {
    const kept = this.#kept.get(key)
    const { answer, scope } = kept && this.#now() < kept.scope.until ? kept : await this.#fly(key, make)
    for (const tag of scope.tags) reader.tags.add(tag)
    reader.until = Math.min(reader.until, scope.until)
    return answer
  }

  #fly(key: string, make: (scope: CacheScope) => Promise<unknown>): Promise<Reading> {
    const known = this.#flights.get(key)
    if (known) return known
    const flight = this.#make(key, make).finally(() => {
      // After an invalidation, another load of this key may be in flight.
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    })
    this.#flights.set(key, flight)
    return flight
  }

  async #make(key: string, make: (scope: CacheScope) => Promise<unknown>): Promise<Reading> {
    const began = this.#generations.begin()
    try {
      const scope = createCacheScope()
      const reading = { answer: freeze(await make(scope)), scope }
      if (this.#hearing && !this.#generations.isTouched(began, scope.tags)) this.#kept.set(key, reading)
      return reading
    } finally {
      this.#generations.end()
    }
  }
}
