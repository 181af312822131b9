import type { Context } from '#kit/server/context.ts'
import { readClaimedPieces } from '#shop/orders/server/find-order.ts'
import type { OrderLineRow, OrderRow } from '#shop/orders/table.ts'
import { type CurrentPiece, readCurrentPieces } from './read-current-pieces.ts'

/** Returns when the terms of pieces begin: on delivery, or on completion of their last exchange. */
export const startOfTerm = (order: OrderRow, held: readonly Pick<CurrentPiece, 'at'>[]): Date =>
  new Date(Math.max(order.deliveredAt?.getTime() ?? 0, ...held.map(({ at }) => at?.getTime() ?? 0)))

/** Returns when the latest term among the pieces that the customer still has begins; null before delivery. */
export const readTermStarts = async (
  context: Context,
  lines: readonly OrderLineRow[],
): Promise<(order: OrderRow) => Date | null> => {
  const ids = lines.map(({ id }) => id)
  const [taken, held] = await Promise.all([readClaimedPieces(context, ids), readCurrentPieces(context, lines)])
  return (order) => {
    if (!order.deliveredAt) return null
    const pieces = lines
      .filter(({ orderId }) => orderId === order.id)
      .flatMap((line) =>
        Array.from({ length: line.quantity }, (_, piece) => piece)
          .filter((piece) => !taken(line.id).includes(piece))
          .map((piece) => held(line, piece)),
      )
    return startOfTerm(order, pieces)
  }
}
