import type { Chain } from './contract.ts'
import { decideBid, type LotRules, type LotStanding } from './rules.ts'
import { standingWithoutBidder } from './rules-void.ts'

/** First row that differs from the rules, or the last row if the result differs; null if everything matches. */
export type ReplayFault = { seq: number } | null

/** Milliseconds of pauses before a moment; ends are moved by the same time. */
const sumPausesBefore = (pauses: Chain['pauses'], moment: number): number =>
  pauses
    .filter(({ to }) => Date.parse(to) <= moment)
    .reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0)

/** Replays the bids of a closed lot by the rules: prices, leaders, ends and result must match the chain. */
export const replayChain = ({ rules, rows: allRows, pauses, closed }: Chain): ReplayFault => {
  const rows = allRows.toSorted((a, b) => a.seq - b.seq)
  const all = sumPausesBefore(pauses, Number.POSITIVE_INFINITY)
  // Times are computed as if there had been no pauses.
  const lot: LotRules = {
    start: rules.start,
    reserve: rules.reserve,
    increments: rules.increments,
    window: rules.windowSeconds * 1000,
    extension: rules.extensionSeconds * 1000,
    hardEnd: Date.parse(rules.hardEnd) - all,
  }
  let standing: LotStanding = { price: null, leader: null, maximum: null, endsAt: Date.parse(rules.dueAt) - all }
  const hasEnd = ({ at, endsAt }: Chain['rows'][number]) =>
    Date.parse(endsAt) === standing.endsAt + sumPausesBefore(pauses, Date.parse(at))
  for (let at = 0; at < rows.length; ) {
    const first = rows[at]
    if (!first) break
    if (first.kind === 'void') {
      const before = rows.slice(0, at).flatMap((row) => (row.amount === null ? [] : [{ ...row, amount: row.amount }]))
      standing = { ...standingWithoutBidder(lot, before, first.bidder), endsAt: standing.endsAt }
      const isSame = (standing.leader ?? 0) === first.leader && (standing.price ?? lot.start) === first.price
      if (!isSame || !hasEnd(first)) return { seq: first.seq }
      at += 1
      continue
    }
    // The automatic row of an earlier maximum is before or after the bid that it answers.
    const maximumRow = first.kind === 'automatic' ? rows[at + 1] : first
    if (!maximumRow || maximumRow.amount === null || (maximumRow.kind !== 'open' && maximumRow.kind !== 'maximum'))
      return { seq: first.seq }
    const moment = Date.parse(maximumRow.at)
    const offer = {
      bidder: maximumRow.bidder,
      kind: maximumRow.kind,
      amount: maximumRow.amount,
      at: moment - sumPausesBefore(pauses, moment),
    }
    const verdict = decideBid(lot, standing, offer)
    if ('refused' in verdict) return { seq: maximumRow.seq }
    standing = verdict.standing
    for (const [index, line] of verdict.lines.entries()) {
      const row = rows[at + index]
      const isSame =
        row &&
        row.bidder === line.bidder &&
        row.kind === line.kind &&
        row.price === line.price &&
        row.leader === line.leader &&
        hasEnd(row)
      if (!isSame) return { seq: row?.seq ?? first.seq }
    }
    at += verdict.lines.length
  }
  const { price, leader, endsAt } = standing
  const isSold = price !== null && price >= (rules.reserve ?? rules.start)
  const isResult =
    closed.price === price &&
    closed.leader === leader &&
    (closed.state === 'sold') === isSold &&
    Date.parse(closed.at) === endsAt + all
  return isResult ? null : { seq: rows.at(-1)?.seq ?? 0 }
}
