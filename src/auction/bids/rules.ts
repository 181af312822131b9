/** All amounts are whole KRW. */

/** Minimum raise `step` from price `from` upwards. */
export interface Increment {
  from: number
  step: number
}

/** Rules of an auction and a lot that are fixed before the first bid. */
export interface LotRules {
  start: number
  /** The lot is passed below this price; null without a reserve. */
  reserve: number | null
  /** Ascending by `from`; the first starts at 0. */
  increments: readonly Increment[]
  /**
   * Soft close: a price change within the last `window` ms extends the end to `extension` ms after it, at most to
   * `hardEnd`.
   */
  window: number
  extension: number
  /** Epoch ms. */
  hardEnd: number
}

/** Current state of a lot. Bidders are numbered by their first bid on it. */
export interface LotStanding {
  price: number | null
  leader: number | null
  /** The leader's maximum for proxy bids. */
  maximum: number | null
  /** Epoch ms. */
  endsAt: number
}

/** `open`: bid exactly this amount. `maximum`: proxy bid, as little as needed up to this amount. */
export const bidKinds = ['open', 'maximum'] as const
export type BidKind = (typeof bidKinds)[number]

export interface BidAttempt {
  bidder: number
  kind: BidKind
  amount: number
  /** Time of the decision in epoch ms. */
  at: number
}

export type RuleRefusal = 'ended' | 'too_low' | 'leading' | 'not_higher'

/** Why a bid is refused: by the rules of bidding, or because of the auction's state or the bidder's registration. */
export const bidRefusals = [
  'ended',
  'not_started',
  'stopped',
  'not_entitled',
  'too_low',
  'leading',
  'not_higher',
  'key_reused',
] as const
export type BidRefusal = (typeof bidRefusals)[number]

/** Bidder labels for visitors: ㄱ, ㄴ … ㅎ, then ㄱ2. */
const alphabets = {
  ko: [...'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ'],
  en: [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  cn: [...'甲乙丙丁戊己庚辛壬癸'],
}
export const bidderMark = (locale: keyof typeof alphabets, bidder: number): string => {
  const letters = alphabets[locale]
  const round = Math.floor((bidder - 1) / letters.length)
  return `${letters[(bidder - 1) % letters.length] ?? ''}${round > 0 ? round + 1 : ''}`
}

/** A row of the history: the price after a bid and the leader after it. */
export interface HistoryLine {
  bidder: number
  kind: BidKind | 'automatic'
  price: number
  leader: number
}

export type Verdict = { refused: RuleRefusal } | { lines: HistoryLine[]; standing: LotStanding }

/** Returns the increment at a price. */
export const incrementAt = (increments: readonly Increment[], price: number): number =>
  increments.findLast(({ from }) => from <= price)?.step ?? increments[0]?.step ?? 1

/** Returns the minimum next bid. */
export const minimumNextBid = (
  { start, increments }: Pick<LotRules, 'start' | 'increments'>,
  price: number | null,
): number => (price === null ? start : price + incrementAt(increments, price))

/** Raises the price to the reserve if the maximum covers it. */
const raiseToReserve = ({ reserve }: LotRules, price: number, maximum: number): number =>
  reserve !== null && price < reserve && maximum >= reserve ? reserve : price

/** Returns the end after the price changed at `at`. */
const endAfter = (rules: LotRules, endsAt: number, at: number): number =>
  endsAt - at > rules.window ? endsAt : Math.max(endsAt, Math.min(at + rules.extension, rules.hardEnd))

const raise = (rules: LotRules, standing: LotStanding, { bidder, kind, amount, at }: BidAttempt): Verdict => {
  const { price, maximum, endsAt } = standing
  if (price === null || maximum === null) throw new RangeError('A leader has a price and a maximum.')
  if (kind === 'open') return { refused: 'leading' }
  if (amount <= maximum) return { refused: 'not_higher' }
  const after = raiseToReserve(rules, price, amount)
  return {
    lines: [{ bidder, kind, price: after, leader: bidder }],
    standing: {
      price: after,
      leader: bidder,
      maximum: amount,
      endsAt: after === price ? endsAt : endAfter(rules, endsAt, at),
    },
  }
}

/**
 * Decides one bid. The database function `place_bid` implements the same rules; a test compares the two. A bid equal
 * to an earlier maximum loses to it. A refused bid changes nothing.
 */
export const decideBid = (rules: LotRules, standing: LotStanding, offer: BidAttempt): Verdict => {
  const { bidder, kind, amount, at } = offer
  const { price, leader, maximum, endsAt } = standing
  if (at >= endsAt) return { refused: 'ended' }
  if (bidder === leader) return raise(rules, standing, offer)
  if (amount < minimumNextBid(rules, price)) return { refused: 'too_low' }
  const end = endAfter(rules, endsAt, at)
  if (leader === null || maximum === null) {
    const first = kind === 'open' ? amount : raiseToReserve(rules, rules.start, amount)
    return {
      lines: [{ bidder, kind, price: first, leader: bidder }],
      standing: { price: first, leader: bidder, maximum: amount, endsAt: end },
    }
  }
  if (amount > maximum) {
    const least = Math.min(amount, maximum + incrementAt(rules.increments, maximum))
    const after = kind === 'open' ? amount : raiseToReserve(rules, least, amount)
    const beaten: HistoryLine[] =
      maximum > (price ?? 0) ? [{ bidder: leader, kind: 'automatic', price: maximum, leader }] : []
    return {
      lines: [...beaten, { bidder, kind, price: after, leader: bidder }],
      standing: { price: after, leader: bidder, maximum: amount, endsAt: end },
    }
  }
  const after = raiseToReserve(rules, Math.min(maximum, amount + incrementAt(rules.increments, amount)), maximum)
  return {
    lines: [
      { bidder, kind, price: amount, leader },
      { bidder: leader, kind: 'automatic', price: after, leader },
    ],
    standing: { price: after, leader, maximum, endsAt: end },
  }
}
