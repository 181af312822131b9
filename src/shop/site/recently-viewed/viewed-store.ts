const seenAt = 'shop-seen'

/** Number of stored products, latest first; fewer are shown, as some may no longer be on sale. */
const most = 12

/** Ids of the products viewed on this device, latest first. */
export const readViewedProducts = (): string[] =>
  (localStorage.getItem(seenAt) ?? '').split(' ').filter((id) => /^[\da-f-]{36}$/.test(id))

/** Stores a viewed product; ignores an unavailable or full storage. */
export const storeViewed = (id: string): void => {
  try {
    const ids = [id, ...readViewedProducts().filter((other) => other !== id)].slice(0, most)
    localStorage.setItem(seenAt, ids.join(' '))
  } catch {
    // Storage is unavailable or full; the page works without it.
  }
}

export const clearViewed = (): void => localStorage.removeItem(seenAt)
