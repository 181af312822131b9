import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { shopPayments } from '#shop/payments/table.ts'
import { type OrderLineRow, type OrderRow, shopOrderLines, shopOrders } from '../table.ts'

/** Returns the order that matches `where`; throws `not_found`. */
export const findOrder = async (context: Context, where: SQL | undefined): Promise<OrderRow> => {
  const [row] = await context.database.select().from(shopOrders).where(where)
  if (!row) throw new AppError('not_found')
  return row
}

export const isOrderOfMember = (context: Context, id: string): SQL | undefined =>
  and(eq(shopOrders.id, id), eq(shopOrders.userId, context.principal.userId))
export const isOrderOfTicket = (ticket: string): SQL => eq(shopOrders.ticket, ticket)
/** Matches rows of the guest order with this ticket. */
export const belongsToTicket = (order: PgColumn, ticket: string): SQL =>
  sql`${order} IN (SELECT id FROM shop_orders WHERE ticket = ${ticket}::uuid)`

/** Returns the lines of orders, by position. */
export const readLines = async (context: Context, ids: readonly string[]): Promise<OrderLineRow[]> =>
  ids.length === 0
    ? []
    : context.database
        .select()
        .from(shopOrderLines)
        .where(inArray(shopOrderLines.orderId, [...ids]))
        .orderBy(asc(shopOrderLines.orderId), asc(shopOrderLines.position))

/** Returns the piece numbers of each line that are reserved by a return or exchange, or returned. */
export const readClaimedPieces = async (
  context: Context,
  lines: readonly string[],
): Promise<(id: string) => number[]> => {
  if (lines.length === 0) return () => []
  const { rows } = await context.database.execute<{ id: string; pieces: number[] }>(sql`
    SELECT line_id AS id, array_agg(piece ORDER BY piece) AS pieces FROM shop_return_pieces
    WHERE ${inArray(sql`line_id`, [...lines])} GROUP BY line_id`)
  return (id) => rows.find((row) => row.id === id)?.pieces ?? []
}

/** Counts the open returns and exchanges of each order. */
export const countOpenClaims = async (context: Context, ids: readonly string[]): Promise<(id: string) => number> => {
  if (ids.length === 0) return () => 0
  const { rows } = await context.database.execute<{ id: string; open: number }>(sql`
    SELECT order_id AS id, count(*)::int AS open FROM (
      SELECT order_id FROM shop_returns WHERE state IN ('asked', 'collected')
      UNION ALL SELECT order_id FROM shop_exchanges WHERE state IN ('asked', 'collected', 'shipped')) AS open
    WHERE ${inArray(sql`order_id`, [...ids])} GROUP BY order_id`)
  return (id) => rows.find((row) => row.id === id)?.open ?? 0
}

/** Returns the refunded amount of each order, in won. */
export const sumRefunds = async (context: Context, ids: readonly string[]): Promise<(id: string) => number> => {
  if (ids.length === 0) return () => 0
  const { rows } = await context.database.execute<{ id: string; sum: string }>(sql`
    SELECT order_id AS id, sum(amount)::text AS sum FROM shop_payments
    WHERE kind = 'refund' AND ${inArray(sql`order_id`, [...ids])} GROUP BY order_id`)
  return (id) => Number(rows.find((row) => row.id === id)?.sum ?? 0)
}

/** True if money was paid for the order itself, exchanges excluded. */
export const isPaid = async (context: Context, id: string): Promise<boolean> =>
  (await context.database.$count(
    shopPayments,
    and(eq(shopPayments.orderId, id), eq(shopPayments.kind, 'payment'), isNull(shopPayments.exchangeId)),
  )) > 0

/**
 * Locks an order, so that what is calculated from it stays valid until it is written. `FOR NO KEY UPDATE` lets writers
 * of referencing rows (events, refunds) pass, which avoids deadlocks.
 */
export const lockOrder = async (within: Context, where: SQL | undefined): Promise<OrderRow> => {
  await within.database.select({ id: shopOrders.id }).from(shopOrders).where(where).for('no key update')
  return findOrder(within, where)
}

/** Finds the orders of returns or exchanges. */
export const readOrders = async (
  context: Context,
  rows: readonly { orderId: string }[],
): Promise<(id: string) => OrderRow | undefined> => {
  const ids = [...new Set(rows.map(({ orderId }) => orderId))]
  const orders =
    ids.length === 0 ? [] : await context.database.select().from(shopOrders).where(inArray(shopOrders.id, ids))
  return (id) => orders.find((order) => order.id === id)
}
