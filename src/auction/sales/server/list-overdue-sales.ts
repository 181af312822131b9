import { and, asc, eq, sql } from 'drizzle-orm'
import { auctionWorks } from '#auction/works/table.ts'
import { textIn } from '#kit/i18n.ts'
import type { DeskPart } from '#kit/module/desk.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { auctionSales } from '../table.ts'

/**
 * Returns sales past their payment deadline, oldest first: staff remind the buyer or offer the work to the runner-up.
 */
export const listOverdueSales = async (context: Context): Promise<DeskPart> => {
  const { locale } = context
  if (!mayRead(context.principal.scopes, 'console:auction')) return {}
  const rows = await context.database
    .select({ sale: auctionSales, work: auctionWorks, total: sql<number>`(count(*) OVER ())::int` })
    .from(auctionSales)
    .innerJoin(auctionWorks, eq(auctionWorks.id, auctionSales.workId))
    .where(
      and(
        eq(auctionSales.state, 'awaiting'),
        sql`${auctionSales.payUntil} < ${context.now().toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(auctionSales.payUntil))
    .limit(5)
  const entries = rows.map(({ sale, work }) => ({
    _id: sale.id,
    title: textIn(locale, work.title),
    kind: m.sales_state_awaiting({}, { locale }),
    at: sale.payUntil.toISOString(),
    to: '/console/auction/sales?state=awaiting',
  }))
  return { works: [{ key: 'sales.overdue', count: rows[0]?.total ?? 0, entries }] }
}
