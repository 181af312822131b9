import { newUuid } from '../cart/cart-store.ts'

/** What is typed, by the path that the server names it by. */
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
  /** `tax`: a tax invoice in its place. */
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
/** Milliseconds for which what was typed stays on the device: 7 days. */
const keptFor = 7 * 86_400_000

export const keepDraft = (draft: Draft): void => localStorage.setItem(keptAt, JSON.stringify({ at: Date.now(), draft }))

export const keptDraft = (): Partial<Draft> => {
  try {
    const kept = JSON.parse(localStorage.getItem(keptAt) ?? 'null') as { at: number; draft: Partial<Draft> } | null
    return kept && Date.now() - kept.at < keptFor ? kept.draft : {}
  } catch {
    return {}
  }
}

/** The key of the order is made when the checkout opens and outlives a reload: a second sending is the same order. */
export const orderKey = (): string => {
  const known = sessionStorage.getItem(keyAt)
  if (known) return known
  const key = newUuid()
  sessionStorage.setItem(keyAt, key)
  return key
}

/** The next order is another. */
export const dropKey = (): void => sessionStorage.removeItem(keyAt)

/** After the order. */
export const dropDraft = (): void => {
  localStorage.removeItem(keptAt)
  dropKey()
}
