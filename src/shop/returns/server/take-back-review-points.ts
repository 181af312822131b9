import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { OrderLineRow, OrderRow } from '#shop/orders/table.ts'
import { takeBackPoints } from '#shop/points/server/take-back-points.ts'

/** SQL: number of refunded pieces of a line. */
const countRefundedPieces = (line: SQL) => sql`(SELECT count(*) FROM shop_return_pieces AS piece
  JOIN shop_returns AS gone ON gone.id = piece.return_id WHERE piece.line_id = ${line} AND gone.state = 'refunded')`

/** True if all pieces of a line are refunded. */
export const isFullyRefunded = async (context: Context, { id, quantity }: OrderLineRow): Promise<boolean> => {
  const { rows } = await context.database.execute<{ all: boolean }>(
    sql`SELECT ${countRefundedPieces(sql`${id}::uuid`)} = ${quantity} AS all`,
  )
  return rows[0]?.all ?? false
}

/** Takes back the points of reviews whose goods were fully refunded. */
export const takeBackReviewPoints = async (within: Context, order: OrderRow): Promise<void> => {
  if (!order.userId) return
  const { rows } = await within.database.execute<{ line: string; amount: string }>(sql`
    SELECT line.id AS line, given.amount::text AS amount FROM shop_order_lines AS line
    JOIN shop_points AS given ON given.kind = 'review' AND given.source = line.id
    WHERE line.order_id = ${order.id}::uuid AND line.quantity = ${countRefundedPieces(sql`line.id`)}`)
  for (const { line, amount } of rows)
    await takeBackPoints(within, {
      userId: order.userId,
      amount: Number(amount),
      orderId: order.id,
      source: line,
      grant: { kind: 'review', source: line },
    })
}
