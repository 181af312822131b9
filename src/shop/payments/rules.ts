import type { CardFault } from '#shop/orders/contract.ts'

const codes: readonly (readonly [RegExp, CardFault])[] = [
  [/CANCEL|USER_ABORT/, 'closed'],
  [/EXPIRED|TIMEOUT|NOT_FOUND_PAYMENT_SESSION/, 'expired'],
  [/AMOUNT_NOT|INVALID_AMOUNT|FORGED/, 'amount'],
  [/LIMIT|EXCEED/, 'limit'],
  [/BALANCE|NOT_ENOUGH|INSUFFICIENT/, 'balance'],
  [/INVALID_(CARD|EXPIR|STOPPED|PASSWORD|CVC|BIRTH|REGIST|ACCOUNT)|INCORRECT/, 'data'],
  [/REJECT|REFUS|DENIED|NOT_SUPPORT|NOT_ALLOWED|RESTRICT|STOPPED|LOST/, 'refused'],
]

/** What a provider's code means to a customer; its own words stay for staff. */
export const faultOf = (code: string): CardFault =>
  codes.find(([pattern]) => pattern.test(code.toUpperCase()))?.[1] ?? 'other'
