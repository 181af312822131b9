import type { Chain } from '../../bids/contract.ts'
import { type LotRules, meet, type Standing } from '../../bids/rules.ts'
import { standingWithout } from '../../bids/rules-void.ts'

/** The first row that the rules would have written otherwise; null where all come out the same. */
export type Replay = { seq: number } | null

/** Decides every bid of a closed lot anew by the rules: prices, leaders and ends have to come out as the history says. */
export const replayChain = ({ rules, rows: given, pauses }: Chain): Replay => {
  const rows = given.toSorted((a, b) => a.seq - b.seq)
  const lot: LotRules = {
    start: rules.start,
    reserve: rules.reserve,
    increments: rules.increments,
    window: rules.windowSeconds * 1000,
    extension: rules.extensionSeconds * 1000,
    hardEnd: Date.parse(rules.hardEnd),
  }
  let standing: Standing = { price: null, leader: null, maximum: null, endsAt: Date.parse(rules.dueAt) }
  for (let at = 0; at < rows.length; ) {
    const first = rows[at]
    if (!first) break
    if (first.kind === 'void') {
      const before = rows.slice(0, at).flatMap((row) => (row.amount === null ? [] : [{ ...row, amount: row.amount }]))
      standing = { ...standingWithout(lot, before, first.bidder), endsAt: standing.endsAt }
      if ((standing.leader ?? 0) !== first.leader) return { seq: first.seq }
      at += 1
      continue
    }
    // The answer of an earlier maximum is before or behind the bid that it answers.
    const asked = first.kind === 'automatic' ? rows[at + 1] : first
    if (!asked || asked.amount === null || (asked.kind !== 'open' && asked.kind !== 'maximum'))
      return { seq: first.seq }
    const offer = { bidder: asked.bidder, kind: asked.kind, amount: asked.amount, at: Date.parse(asked.at) }
    const verdict = meet(lot, standing, offer)
    if ('refused' in verdict) return { seq: asked.seq }
    for (const [index, line] of verdict.lines.entries()) {
      const row = rows[at + index]
      const isSame =
        row &&
        row.bidder === line.bidder &&
        row.kind === line.kind &&
        row.price === line.price &&
        row.leader === line.leader &&
        // A pause moves ends that were written before it.
        (pauses.length > 0 || Date.parse(row.endsAt) === verdict.standing.endsAt)
      if (!isSame) return { seq: row?.seq ?? first.seq }
    }
    at += verdict.lines.length
    standing = verdict.standing
  }
  return null
}
