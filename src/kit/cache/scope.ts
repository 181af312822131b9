import type { Preview } from '../drafts/preview.ts'

/** What an answer was made from: gathered while it is made, filed with it afterwards. */
export interface CacheScope {
  /** Names of what was read: `board:news`, `setting`. A notification with one of them makes the answer stale. */
  readonly tags: Set<string>
  /** Epoch milliseconds at which something it shows begins or ends; `Infinity` when nothing does. */
  until: number
  /** Whose request it is, where the answer is for them alone. */
  address?: string
  /** The content shown instead of the stored record to the holder of a preview token; null: the token is refused. */
  preview?: Preview | null
}

export const createScope = (): CacheScope => ({ tags: new Set(), until: Number.POSITIVE_INFINITY })
