import { afterEach, expect, it, vi } from 'vitest'
import { guestToken, makeGuestToken, removeGuestToken, storeCartSummary } from './cart/cart-store.ts'
import { blank, orderKey, readDraft, removeDraft, storeDraft } from './checkout/checkout-draft.ts'

afterEach(() => {
  removeDraft()
  removeGuestToken()
  vi.unstubAllGlobals()
})

const refuse = () => {
  throw new DOMException('', 'QuotaExceededError')
}
const full = { getItem: () => null, setItem: refuse, removeItem: () => undefined }
const blocked = { getItem: refuse, setItem: refuse, removeItem: refuse }

it.each([
  ['full', full],
  ['blocked', blocked],
])('keeps draft, order key and guest token on the page while storage is %s', (_, storage) => {
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('dispatchEvent', () => true)
  storeDraft({ ...blank, memo: '문 앞' })
  expect(readDraft().memo).toBe('문 앞')
  expect(orderKey()).toBe(orderKey())
  const token = makeGuestToken()
  expect([guestToken(), makeGuestToken()]).toEqual([token, token])
  expect(() => storeCartSummary(2, 256_000)).not.toThrow()
})
