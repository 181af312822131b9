import { type BidKind, decideBid, type LotRules, type LotStanding } from './rules.ts'

/** The parts of a history row that the rules need. */
export interface HistoryRow {
  bidder: number
  kind: BidKind | 'automatic' | 'void'
  amount: number
  seq: number
}

/**
 * Returns price, leader and maximum of a lot without the bids of one bidder and of bidders voided before: replays the
 * other bids in order by the same rules. A bid of the bidder who now leads anyway counts as a raised maximum. End times
 * do not change.
 */
export const standingWithoutBidder = (
  rules: Pick<LotRules, 'start' | 'reserve' | 'increments'>,
  rows: readonly HistoryRow[],
  bidder: number,
): Omit<LotStanding, 'endsAt'> => {
  const out = new Set([bidder, ...rows.filter(({ kind }) => kind === 'void').map((row) => row.bidder)])
  const never = Number.MAX_SAFE_INTEGER
  const whole: LotRules = { ...rules, window: 0, extension: 0, hardEnd: never }
  let standing: LotStanding = { price: null, leader: null, maximum: null, endsAt: never }
  for (const row of rows) {
    if (out.has(row.bidder) || (row.kind !== 'open' && row.kind !== 'maximum')) continue
    const kind = row.bidder === standing.leader ? 'maximum' : row.kind
    const verdict = decideBid(whole, standing, { bidder: row.bidder, kind, amount: row.amount, at: 0 })
    if ('standing' in verdict) standing = verdict.standing
  }
  const { price, leader, maximum } = standing
  return { price, leader, maximum }
}
