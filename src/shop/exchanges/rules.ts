import { reducedPrice } from '#shop/money/rules.ts'

/**
 * `asked`: the new pieces are reserved; `collected`: the old pieces are back; `shipped`: the new pieces are on their
 * way; `done`: they have arrived. Orders for pickup skip `shipped`: the new pieces are handed over after `collected`.
 */
export const exchangeStates = ['asked', 'collected', 'shipped', 'done', 'refused', 'withdrawn'] as const
export type ExchangeState = (typeof exchangeStates)[number]

/** Allowed from-states of each state. */
export const exchangeTransitions = {
  collected: ['asked'],
  shipped: ['collected'],
  done: ['shipped', 'collected'],
  refused: ['asked', 'collected'],
  withdrawn: ['asked'],
} as const satisfies Partial<Record<ExchangeState, readonly ExchangeState[]>>

export interface ExchangeTerms {
  /** Price of one piece as ordered, before its discount. */
  price: number
  discount: number
  /**
   * Price differences of the ordered option (null if it was deleted) and the new option to the product's base price.
   */
  from: number | null
  to: number
  /** Current base price of the product; used if the ordered option was deleted. */
  goodPrice: number
  /** Money paid for the piece: upper limit of the refund. */
  paid: number
  /** Sum of the differences of earlier exchanges; can be negative. */
  more?: number
}

/**
 * Returns the price difference of a new piece in won, at the discount of the order. It is calculated from the ordered
 * option, less earlier differences, so that a chain of exchanges costs as much as its last exchange alone.
 */
export const calculateDifference = ({
  price,
  discount,
  from,
  to,
  goodPrice,
  paid,
  more = 0,
}: ExchangeTerms): number => {
  const next = from === null ? goodPrice + to : price - from + to
  return Math.max(reducedPrice(Math.max(next, 0), discount) - reducedPrice(price, discount), 0 - paid) - more
}
