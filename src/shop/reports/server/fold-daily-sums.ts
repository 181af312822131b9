import { sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'

/**
 * Merges the parts of past days, which exist only to let concurrent payments write in parallel, so that reports read
 * fewer rows. The advisory lock excludes writers, which take it shared in the function `lock_daily_totals_part`.
 */
export const foldDailySums = (context: Context): Promise<void> =>
  context.transaction(async (within) => {
    const { day } = seoulDayOf(within.now().getTime())
    await within.database.execute(sql`SELECT pg_advisory_xact_lock(hashtext('shop_daily'), 16)`)
    await within.database.execute(sql`
      WITH apart AS (DELETE FROM shop_daily_sales WHERE day < ${day}::date AND part <> 0 RETURNING *)
      INSERT INTO shop_daily_sales AS known (day, part, orders, quantity, discounts, sales, refunds)
        SELECT day, 0, sum(orders), sum(quantity), sum(discounts), sum(sales), sum(refunds) FROM apart GROUP BY day
        ON CONFLICT (day, part) DO UPDATE SET orders = known.orders + excluded.orders,
          quantity = known.quantity + excluded.quantity, discounts = known.discounts + excluded.discounts,
          sales = known.sales + excluded.sales, refunds = known.refunds + excluded.refunds`)
    await within.database.execute(sql`
      WITH apart AS (DELETE FROM shop_daily_goods WHERE day < ${day}::date AND part <> 0 RETURNING *)
      INSERT INTO shop_daily_goods AS known (day, good_id, part, quantity, sales, returned, refunds)
        SELECT day, good_id, 0, sum(quantity), sum(sales), sum(returned), sum(refunds) FROM apart GROUP BY day, good_id
        ON CONFLICT ON CONSTRAINT shop_daily_goods_one DO UPDATE SET quantity = known.quantity + excluded.quantity,
          sales = known.sales + excluded.sales, returned = known.returned + excluded.returned,
          refunds = known.refunds + excluded.refunds`)
  })
