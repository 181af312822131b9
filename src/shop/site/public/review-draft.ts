interface Draft {
  rating: number
  text: string
}

const none: Draft = { rating: 0, text: '' }
const keyOf = (line: string): string => `shop-review ${line}`

/** What was begun of a review in this tab; of what is no draft, nothing. */
export const keptDraft = (line: string): Draft => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(line)) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('rating' in kept) || !('text' in kept)) return none
    const { rating, text } = kept
    return {
      rating: typeof rating === 'number' && [1, 2, 3, 4, 5].includes(rating) ? rating : 0,
      text: typeof text === 'string' ? text.slice(0, 3000) : '',
    }
  } catch {
    return none
  }
}

export const dropDraft = (line: string): void => sessionStorage.removeItem(keyOf(line))

/** Keeps what was begun; nothing where nothing was. */
export const keepDraft = (line: string, draft: Draft): void => {
  try {
    if (draft.rating === 0 && draft.text === '') dropDraft(line)
    else sessionStorage.setItem(keyOf(line), JSON.stringify(draft))
  } catch {
    // The tab has no room for it: it stays on the page.
  }
}
