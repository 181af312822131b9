import { readStored, removeStored, writeStored } from '../browser-storage.ts'

const storageKey = 'shop-seen'

/** Number of stored products, latest first; fewer are shown, as some may no longer be on sale. */
const maxViewed = 12

/** Ids of the products viewed on this device, latest first. */
export const readViewedProducts = (): string[] =>
  (readStored('localStorage', storageKey) ?? '').split(' ').filter((id) => /^[\da-f-]{36}$/.test(id))

export const storeViewed = (id: string): void => {
  const ids = [id, ...readViewedProducts().filter((other) => other !== id)].slice(0, maxViewed)
  writeStored('localStorage', storageKey, ids.join(' '))
}

export const clearViewed = (): void => removeStored('localStorage', storageKey)
