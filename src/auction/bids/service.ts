import { and, desc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Lot } from '#auction/works/contract.ts'
import { unlockAtCommit } from '#kit/db/pool.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import type { BidLine, Receipt } from './contract.ts'
import { type BidRefusal, bidderMark, type OfferKind } from './rules.ts'
import { auctionBids, type BidRow } from './table.ts'

const hex = (bytes: Buffer) => Buffer.from(bytes).toString('hex')

/** Which rows of a history: after and before those numbers, and of these the latest `limit`. */
interface Part {
  after?: number | undefined
  before?: number | undefined
  limit?: number | undefined
  kind?: BidRow['kind'] | undefined
}

/** Rows of a history with the commitments of maxima, the first first; all of them unless told which. */
export const rowsOf = async (context: Context, workId: string, { after = 0, before, limit, kind }: Part = {}) => {
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
type FoundRow = Awaited<ReturnType<typeof rowsOf>>[number]

/** Numbers of the bidders whose bids were taken out, with the row that says so. */
export const voidsOf = (rows: readonly { row: Pick<BidRow, 'kind' | 'bidder' | 'seq'> }[]): Map<number, number> =>
  new Map(rows.filter(({ row }) => row.kind === 'void').map(({ row }) => [row.bidder, row.seq]))

/** A row as everybody may see it: a maximum is a commitment until its lot is closed. */
export const presentRow = (
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

/** The receipt of one of the account's own bids. */
export const receiptOf = (context: Context, row: BidRow) => ({
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

/** Tells who was outbid: on the screen at once, by mail after a while, one for whatever happens in it. */
export const tellOutbidden = async (context: Context, work: string, user: string): Promise<void> => {
  await publishEvent(context, { users: [user] }, { topic: 'bids', id: work })
  await context.services.jobs.add(
    context.database,
    'tellOutbid',
    { work, user },
    { key: `outbid:${work}:${user}`, runAt: new Date(context.now().getTime() + 15_000) },
  )
}

export interface Placed {
  outcome: BidRefusal | 'taken' | 'repeated' | 'not_found'
  outbid: string | null
  /** The clock of the database, and the lot as it is after the bid; null where there is none to see. */
  now: string
  lot: Lot | null
  /** Of a bid that is kept. */
  receipt: Receipt | null
}

/**
 * Lets the database decide on a bid. In a transaction alone: the next bid on the lot is decided while this one is on its
 * way to the disk, and the transaction resolves, so that the bid is acknowledged, when it is there.
 */
export const placeBid = async (
  within: Context,
  bid: { work: string; user: string; kind: OfferKind; amount: number; key: string },
): Promise<Placed> => {
  const { work, user, kind, amount, key } = bid
  await unlockAtCommit(within.database)
  const { rows } = await within.database.execute<{
    outcome: Placed['outcome']
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
