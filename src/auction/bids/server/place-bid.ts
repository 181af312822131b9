import { and, eq, sql } from 'drizzle-orm'
import type { Lot } from '#auction/works/contract.ts'
import { unlockAtCommit } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import type { Receipt } from '../contract.ts'
import { type BidKind, type BidRefusal, bidderMark } from '../rules.ts'
import { auctionBids } from '../table.ts'
import { queueRefusal } from './store-refusals.ts'

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
    SELECT * FROM place_bid_and_read_lot(${work}::uuid, ${user}::uuid, ${kind}, ${amount}::bigint, ${key}, ${within.newId()}::uuid,
      ${within.newId()}::uuid)`)
  const [placed] = rows
  if (!placed) throw new Error('place_bid_and_read_lot returned no row')
  const { outcome, leads, outbid, decided_at: now, lot, seq, bidder, made_at: at, hash, nonce } = placed
  const isStored = seq !== null && bidder !== null && at !== null && hash !== null && nonce !== null
  const mark = bidder === null ? '' : bidderMark(within.locale, bidder)
  const receipt = isStored ? { work, seq, bidder, mark, kind, amount, leads: leads === true, at, hash, nonce } : null
  return { outcome, outbid, now, lot, receipt }
}

/** True if staff voided the account's bids on the lot: the refusal must not suggest missing terms or approval. */
const isVoided = async (context: Context, { work, user }: { work: string; user: string }): Promise<boolean> =>
  (await context.database.$count(
    auctionBids,
    and(eq(auctionBids.workId, work), eq(auctionBids.userId, user), eq(auctionBids.kind, 'void')),
  )) > 0

/**
 * Has the database decide a bid within a transaction, and notifies the outbid member. Throws `conflict` with the reason
 * and the current lot.
 */
export const submitBid = async (within: Context, bid: Parameters<typeof placeBid>[1]) => {
  const { outcome, outbid, now, lot, receipt } = await placeBid(within, bid)
  if (outcome === 'not_found' || !lot) throw new AppError('not_found')
  if (outcome !== 'taken' && outcome !== 'repeated') {
    const { key: _key, ...refused } = bid
    queueRefusal(within, { ...refused, reason: outcome, at: new Date(now) })
    const isVoidedBidder = outcome === 'not_entitled' && (await isVoided(within, bid))
    throw new AppError('conflict', {
      fields: { amount: isVoidedBidder ? 'bid_out' : `bid_${outcome}` },
      current: { reason: outcome, now, lot },
    })
  }
  if (!receipt) throw new AppError('conflict')
  if (outbid) await notifyOutbid(within, bid.work, outbid)
  return { now, receipt, lot }
}
