import { LRUCache } from 'lru-cache'
import { Generations } from './generations.ts'
import { type CacheScope, createScope } from './scope.ts'

/** What a cached route answered, and what that was made from. */
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
 * What pages read from the API's cached routes, kept until a tag of it is touched: an edit of one post makes its list
 * anew, not the eight other lists of the page. It is invalidated before the cache of pages, so that a page made
 * after a change never reads what was read before it. Answers are frozen, since many renders share them.
 */
export class Readings {
  readonly #kept: LRUCache<string, Reading>
  readonly #flights = new Map<string, Promise<Reading>>()
  readonly #generations = new Generations()
  readonly #now: () => number
  #hearing = false

  /** `max` is a number of answers. */
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

  /** While notifications do not arrive nothing is kept. */
  setHearing(hearing: boolean): void {
    this.#hearing = hearing
    this.touchAll()
  }

  /** The answer, kept or made; its tags and its end go into the reader's scope as well. */
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
      // After a change another read of this key may be in flight.
      if (this.#flights.get(key) === flight) this.#flights.delete(key)
    })
    this.#flights.set(key, flight)
    return flight
  }

  async #make(key: string, make: (scope: CacheScope) => Promise<unknown>): Promise<Reading> {
    const began = this.#generations.begin()
    try {
      const scope = createScope()
      const reading = { answer: freeze(await make(scope)), scope }
      if (this.#hearing && !this.#generations.isTouched(began, scope.tags)) this.#kept.set(key, reading)
      return reading
    } finally {
      this.#generations.end()
    }
  }
}
