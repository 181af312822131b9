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

const keptAt = 'shop-checkout'
const keyAt = 'shop-checkout-key'
/** Time in ms for which the draft stays on the device: 7 days. */
const keptFor = 7 * 86_400_000

export const storeDraft = (draft: Draft): void =>
  writeStored('localStorage', keptAt, JSON.stringify({ at: Date.now(), draft }))

export const readDraft = (): Partial<Draft> => {
  try {
    const kept = JSON.parse(readStored('localStorage', keptAt) ?? 'null') as {
      at: number
      draft: Partial<Draft>
    } | null
    return kept && Date.now() - kept.at < keptFor ? kept.draft : {}
  } catch {
    return {}
  }
}

/** Returns the order's idempotency key. It survives a reload, so that a repeated submit is the same order. */
export const orderKey = (): string => {
  const known = readStored('sessionStorage', keyAt)
  if (known) return known
  const key = newUuid()
  writeStored('sessionStorage', keyAt, key)
  return key
}

/** Removes the key, so that the next submit is a new order. */
export const removeOrderKey = (): void => removeStored('sessionStorage', keyAt)

/** Removes draft and key after the order is placed. */
export const removeDraft = (): void => {
  removeStored('localStorage', keptAt)
  removeOrderKey()
}
