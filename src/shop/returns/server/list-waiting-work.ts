import { asc, eq, sql } from 'drizzle-orm'
import type { DeskPart } from '#kit/module/desk.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { formatOrderNumber } from '#shop/orders/rules.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { shopReturns } from '../table.ts'

/** Lists undecided returns, oldest first. */
export const listWaitingReturns = async (context: Context): Promise<DeskPart> => {
  if (!mayRead(context.principal.scopes, 'console:shop')) return {}
  const rows = await context.database
    .select({ back: shopReturns, order: shopOrders, total: sql<number>`(count(*) OVER ())::int` })
    .from(shopReturns)
    .innerJoin(shopOrders, eq(shopOrders.id, shopReturns.orderId))
    .where(eq(shopReturns.state, 'asked'))
    .orderBy(asc(shopReturns.createdAt))
    .limit(5)
  const entries = rows.map(({ back, order }) => ({
    _id: back.id,
    title: formatOrderNumber(order),
    kind: order.name,
    at: back.createdAt.toISOString(),
    to: `/console/shop/orders/${order.id}`,
  }))
  return { works: [{ key: 'returns.asked', count: rows[0]?.total ?? 0, entries }] }
}
