import type { Preview } from '../drafts/preview.ts'

/** Dependencies of an answer: collected while it is produced, then stored with it. */
export interface CacheScope {
  /** Tags of the data that was read: `board:news`, `setting`. A notification with one of them makes the answer stale. */
  readonly tags: Set<string>
  /** Epoch milliseconds at which content of the answer starts or ends; `Infinity` if never. */
  until: number
  /** Client address, if the answer is for this client only. */
  address?: string
  /** Content shown instead of the stored record to the holder of a preview token; null if the token is refused. */
  preview?: Preview | null
}

export const createCacheScope = (): CacheScope => ({ tags: new Set(), until: Number.POSITIVE_INFINITY })
