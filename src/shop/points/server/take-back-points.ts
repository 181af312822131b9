import { sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'

/**
 * Takes back points of a purchase or review whose goods were returned. If they are already spent, the balance becomes
 * negative and later points fill it, so the money refund is never reduced. Points that may have expired unused are
 * taken back only as far as the balance covers them.
 */
export const takeBackPoints = async (
  context: Context,
  line: {
    userId: string
    amount: number
    orderId: string
    /** Source of this line; each source takes points back only once. */
    source: string
    /** The line that gave the points. */
    grant: { kind: 'purchase' | 'review'; source: string }
  },
) => {
  const now = sql`${context.now().toISOString()}::timestamptz`
  await context.database.execute(sql`
    INSERT INTO shop_points (id, user_id, kind, amount, order_id, source, at)
    SELECT ${context.newId()}::uuid, user_id, 'undone', -taken, ${line.orderId}::uuid, ${line.source}::uuid, ${now}
    FROM (
      SELECT user_id, CASE
        WHEN EXISTS (SELECT FROM shop_points AS given
          WHERE given.kind = ${line.grant.kind} AND given.source = ${line.grant.source}::uuid AND given.expires_at > ${now})
        THEN ${line.amount}::bigint
        ELSE least(greatest(balance, 0), ${line.amount}::bigint) END AS taken
      FROM shop_point_accounts WHERE user_id = ${line.userId}::uuid FOR UPDATE) AS account
    WHERE taken > 0
    ON CONFLICT ON CONSTRAINT shop_points_once DO NOTHING`)
}
