import { asc, inArray, sql } from 'drizzle-orm'
import { textIn } from '#kit/i18n.ts'
import type { DeskPart } from '#kit/module/desk.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { formatOrderNumber } from '../rules.ts'
import { shopOrders } from '../table.ts'
import { readLines } from './find-order.ts'

/** Lists orders that are paid and not shipped, earliest payment first. */
export const listWaitingOrders = async (context: Context): Promise<DeskPart> => {
  if (!mayRead(context.principal.scopes, 'console:shop')) return {}
  const rows = await context.database
    .select({ order: shopOrders, total: sql<number>`(count(*) OVER ())::int` })
    .from(shopOrders)
    .where(inArray(shopOrders.state, ['paid', 'preparing']))
    .orderBy(asc(shopOrders.paidAt))
    .limit(5)
  const lines = await readLines(
    context,
    rows.map(({ order }) => order.id),
  )
  const entries = rows.map(({ order }) => ({
    _id: order.id,
    title: textIn(context.locale, lines.find(({ orderId }) => orderId === order.id)?.title) || formatOrderNumber(order),
    kind: order.name,
    at: (order.paidAt ?? order.createdAt).toISOString(),
    to: `/console/shop/orders/${order.id}`,
  }))
  return { works: [{ key: 'orders.toSend', count: rows[0]?.total ?? 0, entries }] }
}
