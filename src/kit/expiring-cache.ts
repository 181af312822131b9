import { LRUCache } from 'lru-cache'

/**
 * Creates an LRU cache of at most `maxEntries` entries with a TTL of `ttl` milliseconds. It is limited by size (1 per entry)
 * instead of `max`, with which lru-cache preallocates memory for all entries: 1 MB for 20,000.
 */
export const expiringCache = <Value extends object | number>(
  maxEntries: number,
  ttl: number,
): LRUCache<string, Value> => new LRUCache<string, Value>({ maxSize: maxEntries, sizeCalculation: () => 1, ttl })
