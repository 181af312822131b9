import { readStored, removeStored, writeStored } from '../browser-storage.ts'
import { newUuid } from '../cart/cart-store.ts'

/** Typed values by field path of the API. */
export const blank = {
  'buyer.name': '',
  'buyer.phone': '',
  'buyer.email': '',
  way: 'parcel' as 'parcel' | 'pickup',
  'to.name': '',
  'to.phone': '',
  'to.postcode': '',
  'to.address': '',
  'to.detail': '',
  memo: '',
  payment: 'bank' as 'bank' | 'card',
  depositor: '',
  /** `tax`: a tax invoice instead of a receipt. */
  receipt: 'none' as 'none' | 'income' | 'expense' | 'tax',
  'receipt.number': '',
  'taxInvoice.businessNumber': '',
  'taxInvoice.company': '',
  'taxInvoice.ceo': '',
  'taxInvoice.address': '',
  'taxInvoice.businessType': '',
  'taxInvoice.businessItem': '',
  'taxInvoice.email': '',
}
export type Draft = typeof blank
export type FieldName = keyof Draft

const draftStorageKey = 'shop-checkout'
const keyStorageKey = 'shop-checkout-key'
/** Time in ms for which the draft stays on the device: 7 days. */
const draftLifetime = 7 * 86_400_000

export const storeDraft = (draft: Draft): void =>
  writeStored('localStorage', draftStorageKey, JSON.stringify({ at: Date.now(), draft }))

export const readDraft = (): Partial<Draft> => {
  try {
    const stored = JSON.parse(readStored('localStorage', draftStorageKey) ?? 'null') as {
      at: number
      draft: Partial<Draft>
    } | null
    return stored && Date.now() - stored.at < draftLifetime ? stored.draft : {}
  } catch {
    return {}
  }
}

/** Returns the order's idempotency key. It survives a reload, so that a repeated submit is the same order. */
export const orderKey = (): string => {
  const storedKey = readStored('sessionStorage', keyStorageKey)
  if (storedKey) return storedKey
  const key = newUuid()
  writeStored('sessionStorage', keyStorageKey, key)
  return key
}

/** Removes the key, so that the next submit is a new order. */
export const removeOrderKey = (): void => removeStored('sessionStorage', keyStorageKey)

/** Removes draft and key after the order is placed. */
export const removeDraft = (): void => {
  removeStored('localStorage', draftStorageKey)
  removeOrderKey()
}
