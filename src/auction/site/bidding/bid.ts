import type { BidRefused, Receipt } from '../../bids/contract.ts'
import type { Increment, OfferKind } from '../../bids/rules.ts'
import { stepAt } from '../../bids/rules.ts'
import type { Lot } from '../../works/contract.ts'

/** A bid as somebody chose it. */
export interface Choice {
  kind: OfferKind
  amount: number
}

/** A bid with the key that it keeps, however often it is sent. */
export interface Bid extends Choice {
  key: string
  /** It was sent, and what became of it is not known. */
  isSent: boolean
}

export type BidAnswer =
  | { is: 'taken'; receipt: Receipt; lot: Lot; now: string }
  | ({ is: 'refused'; message: string } & BidRefused)
  /** Refused without a look at the lot; `again` where the same bid may simply be sent once more. */
  | { is: 'failed'; message: string; again: boolean }
  /** No answer: it may have been taken. */
  | { is: 'unknown' }

/** The next amount and the one after it. */
export const offeredAmounts = (lot: Lot, increments: readonly Increment[]): [number, number] => [
  lot.next,
  lot.next + stepAt(increments, lot.next),
]

const placeOf = (work: string) => `auction-bid:${work}`

/** A bid that is not answered yet outlives a reload and a log-in in this tab. */
export const keepBid = (work: string, bid: Bid): void => {
  try {
    sessionStorage.setItem(placeOf(work), JSON.stringify(bid))
  } catch {
    // A browser that keeps nothing sends the bid all the same.
  }
}
export const dropBid = (work: string): void => {
  try {
    sessionStorage.removeItem(placeOf(work))
  } catch {
    // Nothing was kept.
  }
}
export const keptBid = (work: string): Bid | null => {
  try {
    const bid = JSON.parse(sessionStorage.getItem(placeOf(work)) ?? 'null') as Bid | null
    return bid && Number.isSafeInteger(bid.amount) && typeof bid.key === 'string' ? bid : null
  } catch {
    return null
  }
}
