import { sql } from 'drizzle-orm'
import type { DeskDay } from '#kit/module/desk.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import type { DaySpan } from '#kit/time/report-period.ts'

/** Returns the sales of each day in won for the statistics overview; empty for accounts that cannot read the shop. */
export const countDailySales = async (context: Context, { from, to }: DaySpan): Promise<Record<string, DeskDay[]>> => {
  if (!mayRead(context.principal.scopes, 'console:shop')) return {}
  const { rows } = await context.database.execute<{ day: string; sales: string }>(sql`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(sales)::text AS sales FROM shop_daily_sales
    WHERE day BETWEEN ${from}::date AND ${to}::date GROUP BY 1 ORDER BY 1`)
  return { 'reports.sales': rows.map(({ day, sales }) => ({ day, count: Number(sales) })) }
}
