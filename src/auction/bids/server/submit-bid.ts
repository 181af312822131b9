import { and, eq } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { auctionBids } from '../table.ts'
import { notifyOutbid, placeBid } from './place-bid.ts'
import { queueRefusal } from './store-refusals.ts'

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
