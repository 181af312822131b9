const seenAt = 'shop-seen'

/** Products that are kept, the latest first; those shown are fewer, so that some may be gone meanwhile. */
const most = 12

/** Ids of the products that were looked at on this device, the latest first. */
export const seenProducts = (): string[] =>
  (localStorage.getItem(seenAt) ?? '').split(' ').filter((id) => /^[\da-f-]{36}$/.test(id))

/** Keeps that a product was looked at. Where nothing can be kept, nothing is. */
export const keepSeen = (id: string): void => {
  try {
    const ids = [id, ...seenProducts().filter((other) => other !== id)].slice(0, most)
    localStorage.setItem(seenAt, ids.join(' '))
  } catch {
    // A browser that keeps nothing, or is full: the page is whole without it.
  }
}

export const clearSeen = (): void => localStorage.removeItem(seenAt)
