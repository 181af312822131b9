import { sql } from 'drizzle-orm'
import { readInBatches } from '#kit/db/read-in-batches.ts'
import type { Context } from '#kit/server/context.ts'

/** Expires overdue points. */
export const expirePoints = async (context: Context): Promise<void> => {
  const now = sql`${context.now().toISOString()}::timestamptz`
  const due = readInBatches<{ user: string }>(async (last, limit) => {
    const { rows } = await context.database.execute<{ user: string }>(
      sql`SELECT DISTINCT user_id AS user FROM shop_points JOIN shop_point_accounts USING (user_id)
        WHERE expires_at <= ${now} AND shop_point_accounts.balance > 0
          ${last ? sql`AND user_id > ${last.user}::uuid` : sql``}
        ORDER BY user_id LIMIT ${limit}`,
    )
    return rows
  })
  for await (const { user } of due)
    await context.transaction(async (within) => {
      // Lock the account, so that the calculated points are not spent concurrently.
      await within.database.execute(sql`SELECT FROM shop_point_accounts WHERE user_id = ${user}::uuid FOR UPDATE`)
      await within.database.execute(sql`
        INSERT INTO shop_points (id, user_id, kind, amount, at)
        SELECT ${within.newId()}::uuid, ${user}::uuid, 'expired', -over, ${now} FROM (
          SELECT coalesce(sum(amount) FILTER (WHERE expires_at <= ${now}), 0) + coalesce(sum(amount) FILTER (WHERE amount < 0), 0) AS over
          FROM shop_points WHERE user_id = ${user}::uuid) AS lots
        WHERE over > 0`)
    })
}
