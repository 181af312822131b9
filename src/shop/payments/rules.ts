import type { CardFailure } from '#shop/orders/contract.ts'

const codes: readonly (readonly [RegExp, CardFailure])[] = [
  [/CANCEL|USER_ABORT/, 'closed'],
  [/EXPIRED|TIMEOUT|NOT_FOUND_PAYMENT_SESSION/, 'expired'],
  [/AMOUNT_NOT|INVALID_AMOUNT|FORGED/, 'amount'],
  [/LIMIT|EXCEED/, 'limit'],
  [/BALANCE|NOT_ENOUGH|INSUFFICIENT/, 'balance'],
  [/INVALID_(CARD|EXPIR|STOPPED|PASSWORD|CVC|BIRTH|REGIST|ACCOUNT)|INCORRECT/, 'data'],
  [/REJECT|REFUS|DENIED|NOT_SUPPORT|NOT_ALLOWED|RESTRICT|STOPPED|LOST/, 'refused'],
]

/** Maps a provider's error code to a fault that customers see; staff see the provider's own text. */
export const mapFailure = (code: string): CardFailure =>
  codes.find(([pattern]) => pattern.test(code.toUpperCase()))?.[1] ?? 'other'
