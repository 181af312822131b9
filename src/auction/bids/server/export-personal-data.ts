import { and, eq, sql } from 'drizzle-orm'
import { auctionsTable } from '#auction/auctions/table.ts'
import { auctionWorks } from '#auction/works/table.ts'
import { textIn } from '#kit/i18n.ts'
import type { PersonalData } from '#kit/module/module.ts'
import { auctionBids, auctionRefusals, auctionStaffBids } from '../table.ts'
import { channelOf } from './read-history.ts'

/**
 * Bids of an account. History rows stay when the account is deleted, without the account. Deletion is blocked while the
 * account has bids on an open lot, also if outbid: voiding the higher bids would make it leader again, and a lot cannot
 * be sold to a deleted account.
 */
export const personal: PersonalData = {
  async blockers(context, { userId }) {
    const rows = await context.database
      .select({ id: auctionWorks.id, title: auctionWorks.title })
      .from(auctionWorks)
      .innerJoin(auctionsTable, eq(auctionsTable.id, auctionWorks.program))
      .where(
        and(
          eq(auctionWorks.state, 'open'),
          sql`EXISTS (SELECT FROM auction_bids AS bid WHERE bid.work_id = ${auctionWorks.id} AND bid.user_id = ${userId})
            AND NOT EXISTS (SELECT FROM auction_bids AS out WHERE out.work_id = ${auctionWorks.id}
              AND out.kind = 'void' AND out.user_id = ${userId})`,
        ),
      )
    return rows.map(({ title }) => ({ title: textIn(context.locale, title), to: '/me/bids' }))
  },
  async forget(context, { userId }) {
    await context.database.update(auctionBids).set({ userId: null }).where(eq(auctionBids.userId, userId))
    await context.database.update(auctionRefusals).set({ userId: null }).where(eq(auctionRefusals.userId, userId))
    return []
  },
  async archive(context, { userId }) {
    const rows = await context.database
      .select({ bid: auctionBids, channel: auctionStaffBids.channel })
      .from(auctionBids)
      .leftJoin(auctionStaffBids, eq(auctionStaffBids.bidId, auctionBids.id))
      .where(eq(auctionBids.userId, userId))
    return {
      bids: rows.map(({ bid: { workId, seq, bidder, kind, amount, price, at, hash }, channel }) => ({
        work: workId,
        seq,
        bidder,
        kind,
        channel: channelOf(kind, channel),
        amount,
        price,
        at,
        hash: hash.toString('hex'),
      })),
    }
  },
}
