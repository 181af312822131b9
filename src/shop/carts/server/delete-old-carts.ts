import { sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'

/** Days after which an unused cart is deleted. */
const cartDays = 90

/** Deletes carts that were not used for 90 days. */
export const removeOldCarts = async (context: Context): Promise<void> => {
  await context.database.execute(
    sql`DELETE FROM shop_carts WHERE used_at < ${context.now().toISOString()}::timestamptz - make_interval(days => ${cartDays})`,
  )
}
