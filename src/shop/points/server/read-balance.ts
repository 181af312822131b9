import { eq, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { shopPointAccounts } from '../table.ts'

/** Returns the point balance of an account. */
export const readBalance = async (context: Context, userId: string): Promise<number> => {
  const [row] = await context.database.select().from(shopPointAccounts).where(eq(shopPointAccounts.userId, userId))
  return row?.balance ?? 0
}

/**
 * Returns the points that expire next. Points are spent in order of expiry, so everything spent has used up the oldest.
 */
export const readExpiringPoints = async (
  context: Context,
  userId: string,
): Promise<{ at: string; amount: number } | null> => {
  const { rows } = await context.database.execute<{ at: string; amount: string }>(sql`
    WITH used AS (SELECT coalesce(-sum(amount), 0) AS amount FROM shop_points WHERE user_id = ${userId}::uuid AND amount < 0),
    lots AS (SELECT expires_at, sum(amount) AS amount, sum(sum(amount)) OVER (ORDER BY expires_at NULLS LAST) AS until
      FROM shop_points WHERE user_id = ${userId}::uuid AND amount > 0 GROUP BY expires_at)
    SELECT to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
      least(lots.amount, until - used.amount)::text AS amount
    FROM lots, used WHERE expires_at IS NOT NULL AND until > used.amount ORDER BY expires_at LIMIT 1`)
  return rows[0] ? { at: rows[0].at, amount: Number(rows[0].amount) } : null
}
