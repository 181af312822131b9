import type { Readable } from 'node:stream'

/** Stores the bytes of files. Keys are `<id>/<variant>`; the disk store and an S3 store fill the same methods. */
export interface FileStore {
  /** Writes whole or not at all; an existing key is replaced. `source` is a path of a temporary file, or the bytes. */
  put(key: string, source: { path: string } | Uint8Array): Promise<void>
  /** Streams the bytes from `start` to `end` (both included, as in an HTTP range); null when there is no such key. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable | null>
  /** Size in bytes; null when there is no such key. */
  size(key: string): Promise<number | null>
  /** Removes every key below the prefix; one that is not there is no error. */
  remove(prefix: string): Promise<void>
  /** Ids below which nothing was written for so many milliseconds before `now` (epoch milliseconds), some at a time. */
  idle(milliseconds: number, now: number): AsyncIterable<string[]>
  /** Throws when nothing can be written; readiness asks it. */
  check(): Promise<void>
}
