import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { sharePieces } from '#shop/money/rules.ts'
import { writePoints } from '#shop/points/server/write-points.ts'
import { type OrderRow, shopOrders } from '../table.ts'
import { changeState } from './change-order-state.ts'
import { readClaimedPieces, readLines } from './find-order.ts'
import { sendOrderMail } from './send-order-mail.ts'

/** No return or exchange of the order is open. */
export const hasNoOpenReturn = sql`NOT EXISTS (SELECT FROM shop_returns WHERE order_id = shop_orders.id AND state IN ('asked', 'collected'))
  AND NOT EXISTS (SELECT FROM shop_exchanges WHERE order_id = shop_orders.id AND state IN ('asked', 'collected', 'shipped'))`

/** Confirms the purchase and credits points for what the customer keeps. Requires a transaction. */
export const confirmOrder = async (within: Context, where: SQL | undefined): Promise<OrderRow> => {
  // Lock the order like a return request does, so that the statement below sees a concurrent return.
  await within.database.select({ id: shopOrders.id }).from(shopOrders).where(where).for('update')
  const row = await changeState(within, where, {
    to: 'confirmed',
    values: { confirmedAt: within.now() },
    and: hasNoOpenReturn,
  })
  await sendOrderMail(within, row, 'confirmed')
  if (!row.userId) return row
  const lines = await readLines(within, [row.id])
  const pieces = await readClaimedPieces(
    within,
    lines.map(({ id }) => id),
  )
  const lost = lines.flatMap(({ id, earns, quantity }) =>
    pieces(id).map((piece) => sharePieces(earns, quantity, piece, 1)),
  )
  const amount = row.earns - lost.reduce((sum, one) => sum + one, 0)
  await writePoints(within, { userId: row.userId, kind: 'purchase', amount, orderId: row.id, source: row.id })
  return row
}
