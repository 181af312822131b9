import type { Readable } from 'node:stream'

/** Storage for file bytes. Keys are `<id>/<variant>`. `diskStore` implements it; the methods also fit S3. */
export interface FileStore {
  /** Writes a file atomically; replaces an existing key. `source` is the path of a temporary file, or the bytes. */
  put(key: string, source: { path: string } | Uint8Array): Promise<void>
  /** Streams the bytes from `start` to `end` (both inclusive, as in an HTTP range); null if the key does not exist. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable | null>
  /** Returns the size in bytes; null if the key does not exist. */
  size(key: string): Promise<number | null>
  /** Removes every key below the prefix; missing keys are ignored. */
  remove(prefix: string): Promise<void>
  /**
   * Yields ids, in batches, that have not been written to for this many milliseconds before `now` (epoch milliseconds).
   */
  idle(milliseconds: number, now: number): AsyncIterable<string[]>
  /** Throws if the store is not writable; used by the readiness check. */
  check(): Promise<void>
}
