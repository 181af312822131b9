import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { BidLine } from '../contract.ts'
import { bidderMark } from '../rules.ts'
import type { BidChannel, StaffChannel } from '../staff-bids/contract.ts'
import { auctionBids, auctionStaffBids, type BidRow } from '../table.ts'

const hex = (bytes: Buffer) => Buffer.from(bytes).toString('hex')

/** SQL: commitment of a maximum bid; null for other rows. */
export const commitmentSql = sql<string | null>`CASE WHEN ${auctionBids.kind} = 'maximum'
  THEN encode(sha256(${auctionBids.nonce} || convert_to(${auctionBids.amount}::text, 'UTF8')), 'hex') END`

/** Selects history rows: between `after` and `before`, and of these the latest `limit`. */
interface Part {
  after?: number | undefined
  before?: number | undefined
  limit?: number | undefined
  kind?: BidRow['kind'] | undefined
}

/** Returns history rows with the commitments of maximum bids, in order; all rows by default. */
export const readHistory = async (context: Context, workId: string, { after = 0, before, limit, kind }: Part = {}) => {
  const rows = context.database
    .select({
      row: auctionBids,
      commitment: commitmentSql,
      channel: auctionStaffBids.channel,
      paddle: auctionStaffBids.paddle,
    })
    .from(auctionBids)
    .leftJoin(auctionStaffBids, eq(auctionStaffBids.bidId, auctionBids.id))
    .where(
      and(
        eq(auctionBids.workId, workId),
        gt(auctionBids.seq, after),
        before === undefined ? undefined : lt(auctionBids.seq, before),
        kind && eq(auctionBids.kind, kind),
      ),
    )
    .orderBy(desc(auctionBids.seq))
  return (await (limit === undefined ? rows : rows.limit(limit))).toReversed()
}
type FoundRow = Awaited<ReturnType<typeof readHistory>>[number]

/** Maps each voided bidder to the number of the row that voids their bids. */
export const mapVoidedBidders = (
  rows: readonly { row: Pick<BidRow, 'kind' | 'bidder' | 'seq'> }[],
): Map<number, number> => new Map(rows.filter(({ row }) => row.kind === 'void').map(({ row }) => [row.bidder, row.seq]))

/** Returns how a bid reached the house; null for rows that no bidder sent. */
export const channelOf = (kind: BidRow['kind'], channel: StaffChannel | null): BidChannel =>
  kind === 'open' || kind === 'maximum' ? (channel ?? 'online') : null

/** Formats a row for the public: a maximum bid is shown as a commitment until its lot is closed. */
export const presentHistoryRow = (
  context: Context,
  { row, commitment, channel }: Omit<FoundRow, 'paddle'>,
  { isClosed, voids }: { isClosed: boolean; voids: ReadonlyMap<number, number> },
): BidLine => {
  const isHidden = row.kind === 'maximum' && !isClosed
  return {
    seq: row.seq,
    bidder: row.bidder,
    mark: bidderMark(context.locale, row.bidder),
    mine: row.userId !== null && row.userId === context.scope.principal?.userId,
    kind: row.kind,
    channel: channelOf(row.kind, channel),
    amount: isHidden ? null : row.amount,
    price: row.price,
    leader: row.leader,
    endsAt: row.endsAt.toISOString(),
    at: row.at.toISOString(),
    commitment,
    nonce: row.kind === 'maximum' && isClosed ? hex(row.nonce) : null,
    previous: hex(row.previous),
    hash: hex(row.hash),
    voided: row.seq < (voids.get(row.bidder) ?? 0),
  }
}

/** Returns the receipt of one of the account's bids. */
export const createReceipt = (context: Context, row: BidRow) => ({
  work: row.workId,
  seq: row.seq,
  bidder: row.bidder,
  mark: bidderMark(context.locale, row.bidder),
  kind: row.kind === 'open' ? ('open' as const) : ('maximum' as const),
  amount: row.amount,
  at: row.at.toISOString(),
  hash: hex(row.hash),
  nonce: hex(row.nonce),
})
