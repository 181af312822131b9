import { readStored, removeStored, writeStored } from '../browser-storage.ts'

interface Draft {
  rating: number
  text: string
}

const none: Draft = { rating: 0, text: '' }
const keyOf = (line: string): string => `shop-review ${line}`

/** Reads the draft of a review from this tab; empty if missing or invalid. */
export const readReviewDraft = (line: string): Draft => {
  try {
    const stored: unknown = JSON.parse(readStored('sessionStorage', keyOf(line)) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('rating' in stored) || !('text' in stored)) return none
    const { rating, text } = stored
    return {
      rating: typeof rating === 'number' && [1, 2, 3, 4, 5].includes(rating) ? rating : 0,
      text: typeof text === 'string' ? text.slice(0, 3000) : '',
    }
  } catch {
    return none
  }
}

export const removeReviewDraft = (line: string): void => removeStored('sessionStorage', keyOf(line))

/** Stores the draft, or removes it if empty. */
export const storeReviewDraft = (line: string, draft: Draft): void => {
  if (draft.rating === 0 && draft.text === '') removeReviewDraft(line)
  else writeStored('sessionStorage', keyOf(line), JSON.stringify(draft))
}
