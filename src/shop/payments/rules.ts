import type { CardFailure } from '#shop/orders/rules.ts'

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

/** Payment method. Refunds use the method of the payment. */
export interface PaymentMethod {
  /** True if a job sends refunds; otherwise staff send and record them. */
  refundsByItself: boolean
}

/** Payment methods; new ones are added here. */
export const paymentMethodRules = {
  bank: { refundsByItself: false },
  card: { refundsByItself: true },
} as const satisfies Record<string, PaymentMethod>

export type Method = keyof typeof paymentMethodRules
