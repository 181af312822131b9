import type { BidRefused, Receipt } from '../../bids/contract.ts'
import type { BidKind, Increment } from '../../bids/rules.ts'
import { incrementAt } from '../../bids/rules.ts'
import type { Lot } from '../../works/contract.ts'

/** The selected kind and amount of a bid. */
export interface BidChoice {
  kind: BidKind
  amount: number
}

/** A bid with its idempotency key, which stays the same however often it is sent. */
export interface PendingBid extends BidChoice {
  key: string
  /** Sent, with an unknown outcome. */
  isSent: boolean
}

export type BidAnswer =
  | { is: 'taken'; receipt: Receipt; lot: Lot; now: string }
  | ({ is: 'refused'; message: string } & BidRefused)
  /** Refused before the lot was checked; `again`: the same bid can be sent again unchanged. */
  | { is: 'failed'; message: string; again: boolean }
  /** No answer: the bid may have been taken. */
  | { is: 'unknown' }

/** Returns the minimum next bid and the amount one increment above it. */
export const nextAmounts = (lot: Lot, increments: readonly Increment[]): [number, number] => [
  lot.next,
  lot.next + incrementAt(increments, lot.next),
]

const placeOf = (work: string) => `auction-bid:${work}`

/** Stores an unanswered bid in the tab's session storage, so that it survives a reload and a log-in. */
export const storeBid = (work: string, bid: PendingBid): void => {
  try {
    sessionStorage.setItem(placeOf(work), JSON.stringify(bid))
  } catch {
    // Storage is unavailable: the bid is still sent.
  }
}
export const removeStoredBid = (work: string): void => {
  try {
    sessionStorage.removeItem(placeOf(work))
  } catch {
    // Nothing was stored.
  }
}
export const readStoredBid = (work: string): PendingBid | null => {
  try {
    const bid = JSON.parse(sessionStorage.getItem(placeOf(work)) ?? 'null') as PendingBid | null
    return bid && Number.isSafeInteger(bid.amount) && typeof bid.key === 'string' ? bid : null
  } catch {
    return null
  }
}
