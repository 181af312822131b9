import { LRUCache } from 'lru-cache'

/**
 * An LRU cache of at most `most` entries, each for `ttl` milliseconds. Sized by entries instead of `max`, with which
 * lru-cache allocates room for all of them at once: 1 MB for 20,000.
 */
export const expiringCache = <Value extends object | number>(most: number, ttl: number): LRUCache<string, Value> =>
  new LRUCache<string, Value>({ maxSize: most, sizeCalculation: () => 1, ttl })
