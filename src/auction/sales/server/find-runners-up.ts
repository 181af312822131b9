import { inArray, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'

/**
 * Returns the runner-up of each work: the highest valid bid, at or above the reserve, of an active bidder who has had
 * no sale or offer of the work yet.
 */
export const findRunnersUp = async (context: Context, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, { bidder: number; user: string; name: string; amount: number }>()
  const { rows } = await context.database.execute<{
    work: string
    bidder: number
    user: string
    name: string
    amount: string
  }>(sql`
    SELECT DISTINCT ON (bid.work_id) bid.work_id AS work, bid.bidder, bid.user_id AS user, users.name, max(bid.amount) AS amount
    FROM auction_bids AS bid JOIN users ON users.id = bid.user_id AND users.state = 'active'
      JOIN auction_works AS work ON work.id = bid.work_id
    WHERE ${inArray(sql`bid.work_id`, [...ids])} AND bid.kind IN ('open', 'maximum')
      AND NOT EXISTS (SELECT FROM auction_sales AS asked WHERE asked.work_id = bid.work_id AND asked.bidder = bid.bidder)
      AND NOT EXISTS (SELECT FROM auction_bids AS out WHERE out.work_id = bid.work_id AND out.bidder = bid.bidder AND out.kind = 'void')
    GROUP BY bid.work_id, bid.bidder, bid.user_id, users.name, work.reserve
    HAVING max(bid.amount) >= coalesce(work.reserve, 0)
    ORDER BY bid.work_id, max(bid.amount) DESC, min(bid.seq)`)
  return new Map(rows.map(({ work, amount, ...row }) => [work, { ...row, amount: Number(amount) }]))
}
