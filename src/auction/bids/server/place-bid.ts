import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Lot } from '#auction/works/contract.ts'
import { unlockAtCommit } from '#kit/db/pool.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import type { BidLine, Receipt } from '../contract.ts'
import { type BidKind, type BidRefusal, bidderMark } from '../rules.ts'
import { auctionBids, type BidRow } from '../table.ts'

const hex = (bytes: Buffer) => Buffer.from(bytes).toString('hex')

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
      commitment: sql<string | null>`CASE WHEN ${auctionBids.kind} = 'maximum'
        THEN encode(sha256(${auctionBids.nonce} || convert_to(${auctionBids.amount}::text, 'UTF8')), 'hex') END`,
    })
    .from(auctionBids)
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

/** Formats a row for the public: a maximum bid is shown as a commitment until its lot is closed. */
export const presentHistoryRow = (
  context: Context,
  { row, commitment }: FoundRow,
  { isClosed, voids }: { isClosed: boolean; voids: ReadonlyMap<number, number> },
): BidLine => {
  const isHidden = row.kind === 'maximum' && !isClosed
  return {
    seq: row.seq,
    bidder: row.bidder,
    mark: bidderMark(context.locale, row.bidder),
    mine: row.userId !== null && row.userId === context.scope.principal?.userId,
    kind: row.kind,
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

/**
 * Notifies the outbid member: on the screen immediately, and by one mail after 15 s that covers everything until then.
 */
export const notifyOutbid = async (context: Context, work: string, user: string): Promise<void> => {
  await publishEvent(context, { users: [user] }, { topic: 'bids', id: work })
  await context.services.jobs.add(
    context.database,
    'tellOutbid',
    { work, user },
    { key: `outbid:${work}:${user}`, runAt: new Date(context.now().getTime() + 15_000) },
  )
}

export interface PlacedBid {
  outcome: BidRefusal | 'taken' | 'repeated' | 'not_found'
  outbid: string | null
  /** Time of the database, and the lot after the bid; null if the lot is not public. */
  now: string
  lot: Lot | null
  /** Receipt of a stored bid. */
  receipt: Receipt | null
}

/**
 * Lets the database decide a bid. Call it in a transaction of its own: the next bid on the lot is decided while this
 * one is being flushed to disk, and the transaction resolves, which acknowledges the bid, only after the flush.
 */
export const placeBid = async (
  within: Context,
  bid: { work: string; user: string; kind: BidKind; amount: number; key: string },
): Promise<PlacedBid> => {
  const { work, user, kind, amount, key } = bid
  await unlockAtCommit(within.database)
  const { rows } = await within.database.execute<{
    outcome: PlacedBid['outcome']
    leads: boolean | null
    outbid: string | null
    decided_at: string
    lot: Lot | null
    seq: number | null
    bidder: number | null
    made_at: string | null
    hash: string | null
    nonce: string | null
  }>(sql`
    SELECT * FROM answer_bid(${work}::uuid, ${user}::uuid, ${kind}, ${amount}::bigint, ${key}, ${within.newId()}::uuid,
      ${within.newId()}::uuid)`)
  const [placed] = rows
  if (!placed) throw new Error('The database decided nothing on a bid')
  const { outcome, leads, outbid, decided_at: now, lot, seq, bidder, made_at: at, hash, nonce } = placed
  const isKept = seq !== null && bidder !== null && at !== null && hash !== null && nonce !== null
  const mark = bidder === null ? '' : bidderMark(within.locale, bidder)
  const receipt = isKept ? { work, seq, bidder, mark, kind, amount, leads: leads === true, at, hash, nonce } : null
  return { outcome, outbid, now, lot, receipt }
}
