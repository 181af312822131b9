import { useSyncExternalStore } from 'react'
import { readStored, removeStored, writeStored } from '../browser-storage.ts'

const tokenStorageKey = 'shop-cart'
const countStorageKey = 'shop-cart-count'
const sumStorageKey = 'shop-cart-sum'
const changed = 'shop-cart'

/** Returns a random UUID (RFC 9562, version 4). `crypto.randomUUID` exists only on https. */
export const newUuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-')
}

/** Token of this browser's guest cart; null before anything was added. */
export const guestToken = (): string | null => readStored('localStorage', tokenStorageKey)

export const makeGuestToken = (): string => {
  const token = guestToken() ?? newUuid()
  writeStored('localStorage', tokenStorageKey, token)
  return token
}

export const removeGuestToken = (): void => removeStored('localStorage', tokenStorageKey)

/** Caches the count and the sum in won that the header and the bottom bar show until the cart is read again. */
export const storeCartSummary = (count: number, sum: number): void => {
  writeStored('localStorage', countStorageKey, String(count))
  writeStored('localStorage', sumStorageKey, String(sum))
  dispatchEvent(new Event(changed))
}

const subscribeToChanges = (onChange: () => void) => {
  addEventListener('storage', onChange)
  addEventListener(changed, onChange)
  return () => {
    removeEventListener('storage', onChange)
    removeEventListener(changed, onChange)
  }
}

const useStoredNumber = (key: string): number =>
  useSyncExternalStore(
    subscribeToChanges,
    () => Number(readStored('localStorage', key) ?? 0) || 0,
    () => 0,
  )

/** Number of products in the cart. Pages are cached for all visitors, so the server renders 0. */
export const useCartCount = (): number => useStoredNumber(countStorageKey)

/** Sum of the selected lines in won. */
export const useCartSum = (): number => useStoredNumber(sumStorageKey)
