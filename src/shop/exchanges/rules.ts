import { reducedPrice } from '#shop/money/rules.ts'

/**
 * `asked`: the new pieces are kept; `shipped`: they are on their way; `done`: they have arrived. Where the order was
 * picked up they are handed over once the others have come: `collected`, then `done`.
 */
export const exchangeStates = ['asked', 'collected', 'shipped', 'done', 'refused', 'withdrawn'] as const
export type ExchangeState = (typeof exchangeStates)[number]

/** From which states an exchange may come into each. */
export const exchangeMoves = {
  collected: ['asked'],
  shipped: ['collected'],
  done: ['shipped', 'collected'],
  refused: ['asked', 'collected'],
  withdrawn: ['asked'],
} as const satisfies Partial<Record<ExchangeState, readonly ExchangeState[]>>

export interface ExchangeTerms {
  /** Of the piece as it was ordered, before its discount. */
  price: number
  discount: number
  /** What the options cost more than the product itself: that which was ordered, or null where it is gone; the new one. */
  from: number | null
  to: number
  /** Of the product now; asked where the first option is gone. */
  goodPrice: number
  /** What was paid for the piece in money: no more of it goes back. */
  paid: number
  /** What its earlier exchanges cost more, or less than 0. */
  more?: number
}

/**
 * What a new piece costs more than the one it takes the place of, at the discount that was given; in won. It is reckoned
 * from what was ordered, less what earlier exchanges cost: whichever way one goes, all of them together cost what the last
 * one alone would have.
 */
export const differenceOf = ({ price, discount, from, to, goodPrice, paid, more = 0 }: ExchangeTerms): number => {
  const next = from === null ? goodPrice + to : price - from + to
  return Math.max(reducedPrice(Math.max(next, 0), discount) - reducedPrice(price, discount), 0 - paid) - more
}
