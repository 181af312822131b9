import { eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { type CalculatedRefund, calculateRefund, type RefundItem } from '#shop/money/rules.ts'
import { faultDays, returnDays } from '#shop/orders/rules.ts'
import { selectForClaim } from '#shop/orders/rules-claim-term.ts'
import { readClaimedPieces, readLines } from '#shop/orders/server/find-order.ts'
import type { OrderLineRow, OrderRow } from '#shop/orders/table.ts'
import { isSellerAtFault, type ReturnReason } from '../rules.ts'
import { type ReturnRow, shopReturnPieces, shopReturns } from '../table.ts'
import { type Piece, readCurrentPieces } from './read-current-pieces.ts'
import { startOfTerm } from './read-term-starts.ts'

type Wanted = readonly { line: string; quantity: number }[]

interface CalculatedReturn {
  slip: CalculatedRefund
  pieces: Piece[]
}

/**
 * Selects pieces of each line that the customer still has. Throws `conflict` if there are too few, or if the term of one
 * is over.
 */
const selectPieces = async (
  context: Context,
  { order, lines, wanted, days }: { order: OrderRow; lines: readonly OrderLineRow[]; wanted: Wanted; days: number },
): Promise<Piece[]> => {
  const ids = lines.map(({ id }) => id)
  const [taken, held] = await Promise.all([readClaimedPieces(context, ids), readCurrentPieces(context, lines)])
  const sums = new Map<string, number>()
  for (const { line, quantity } of wanted) sums.set(line, (sums.get(line) ?? 0) + quantity)
  return [...sums].flatMap(([id, count]) => {
    const line = lines.find((one) => one.id === id)
    const free = Array.from({ length: line?.quantity ?? 0 }, (_, piece) => piece).filter(
      (piece) => !taken(id).includes(piece),
    )
    if (!line || free.length < count) throw new AppError('conflict', { fields: { lines: 'return_quantity' } })
    const { selected, isLate } = selectForClaim(
      free.map((piece) => ({ line: id, piece, start: startOfTerm(order, [held(line, piece)]) })),
      { count, now: context.now(), days },
    )
    if (isLate) throw new AppError('conflict', { fields: { reason: 'return_late' } })
    return selected.map(({ line: lineId, piece }) => ({ line: lineId, piece }))
  })
}

/** Returns pieces with their lines and their current option. */
const piecesWith = async (context: Context, lines: readonly OrderLineRow[], pieces: readonly Piece[]) => {
  const held = await readCurrentPieces(context, lines)
  return pieces.flatMap(({ line: id, piece }) => {
    const line = lines.find((one) => one.id === id)
    return line ? [{ line, piece, held: held(line, piece) }] : []
  })
}

/**
 * Calculates the refund of pieces as of now. Of the order's other returns only refunded ones count: an open one may be
 * withdrawn or refused, and its goods then stay with the customer.
 */
const calculatePieces = async (
  context: Context,
  { order, lines, pieces, reason }: { order: OrderRow; lines: OrderLineRow[]; pieces: Piece[]; reason: ReturnReason },
): Promise<CalculatedRefund> => {
  const back = await piecesWith(context, lines, pieces)
  const { rows } = await context.database.execute<{ paid: boolean | null; given: boolean | null; gone: number }>(sql`
    SELECT bool_or(reason = 'mind') AS paid, bool_or((slip ->> 'delivery')::bigint > 0) AS given,
      coalesce(sum((SELECT count(*) FROM shop_return_pieces WHERE return_id = shop_returns.id)), 0)::int AS gone
    FROM shop_returns WHERE order_id = ${order.id}::uuid AND state = 'refunded'`)
  const { paid = null, given = null, gone = 0 } = rows[0] ?? {}
  const all = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return calculateRefund(
    back.map(({ line, piece }): RefundItem => ({ ...line, before: piece, count: 1 })),
    {
      // The refund includes what was paid or refunded when a piece was exchanged.
      more: back.reduce((sum, { held }) => sum + held.more, 0),
      isSellers: isSellerAtFault(reason),
      delivery: order.delivery,
      returnFee: order.returnFee,
      // Pickup orders had no outbound parcel.
      isOutboundPaid: order.way === 'pickup' || (paid ?? false),
      isWhole: gone + pieces.length === all && !given,
    },
  )
}

/** Calculates the refund of a new return. Throws `conflict` if the pieces cannot be returned any more. */
export const calculateReturn = async (
  context: Context,
  order: OrderRow,
  { lines: wanted, reason }: { lines: Wanted; reason: ReturnReason },
): Promise<CalculatedReturn> => {
  const { deliveredAt } = order
  if (!deliveredAt || !['delivered', 'confirmed'].includes(order.state))
    throw new AppError('conflict', { fields: { state: 'return_state' } })
  const lines = await readLines(context, [order.id])
  const days = isSellerAtFault(reason) ? faultDays : returnDays
  const pieces = await selectPieces(context, { order, lines, wanted, days })
  return { slip: await calculatePieces(context, { order, lines, pieces, reason }), pieces }
}

export const piecesOfReturn = async (context: Context, id: string): Promise<Piece[]> =>
  context.database
    .select({ line: shopReturnPieces.lineId, piece: shopReturnPieces.piece })
    .from(shopReturnPieces)
    .where(eq(shopReturnPieces.returnId, id))
    .orderBy(shopReturnPieces.lineId, shopReturnPieces.piece)

/** Recalculates the refund of a requested return as of now. */
export const recalculateReturn = async (context: Context, order: OrderRow, row: ReturnRow): Promise<CalculatedRefund> =>
  calculatePieces(context, {
    order,
    lines: await readLines(context, [order.id]),
    pieces: await piecesOfReturn(context, row.id),
    reason: row.reason,
  })

/**
 * Returns the current totals of returns. An open return changes once another return of its order is refunded; a decided
 * one stays as it was decided.
 */
export const readCurrentTotals = async (
  context: Context,
  rows: readonly ReturnRow[],
  orderOf: (id: string) => OrderRow | undefined,
): Promise<(row: ReturnRow) => CalculatedRefund> => {
  const open = rows.filter(({ state }) => state === 'asked' || state === 'collected')
  const orders = [...new Set(open.map(({ orderId }) => orderId))]
  const beside =
    orders.length === 0
      ? []
      : await context.database
          .select({ id: shopReturns.id, orderId: shopReturns.orderId })
          .from(shopReturns)
          .where(inArray(shopReturns.orderId, orders))
  const slips = new Map<string, CalculatedRefund>()
  for (const row of open) {
    const order = orderOf(row.orderId)
    if (order && beside.some(({ id, orderId }) => orderId === order.id && id !== row.id))
      slips.set(row.id, await recalculateReturn(context, order, row))
  }
  return (row) => slips.get(row.id) ?? row.slip
}
