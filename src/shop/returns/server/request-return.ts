import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { encryptAccount } from '#kit/server/records/encrypt-account.ts'
import { type CalculatedRefund, calculateRefund, type RefundItem } from '#shop/money/rules.ts'
import { faultDays, formatOrderNumber, returnDays } from '#shop/orders/rules.ts'
import { endOfClaimTerm } from '#shop/orders/rules-claim-term.ts'
import { findOrder, readClaimedPieces, readLines, recordEvent } from '#shop/orders/server/present-orders.ts'
import { sendOrderMail } from '#shop/orders/server/send-order-mail.ts'
import { type OrderLineRow, type OrderRow, shopOrders } from '#shop/orders/table.ts'
import { needsRefundAccount } from '#shop/payments/server/record-payment.ts'
import { takeBackPoints } from '#shop/points/server/write-points.ts'
import type { ReturnInput } from '../contract.ts'
import { isSellerAtFault, type ReturnReason } from '../rules.ts'
import { type ReturnRow, shopReturnPieces, shopReturns } from '../table.ts'
import { type CurrentPiece, groupByOption, type Piece, readCurrentPieces } from './read-current-pieces.ts'

type Wanted = readonly { line: string; quantity: number }[]

export { isSellerAtFault, type ReturnReason } from '../rules.ts'
export { claimHandlers } from './create-claim-handlers.ts'
export { type CurrentPiece, groupByOption, type Piece, readCurrentPieces } from './read-current-pieces.ts'

export const encryptionLabel = (id: string): string => `shop_returns:${id}`

interface CalculatedReturn {
  slip: CalculatedRefund
  pieces: Piece[]
}

/** Picks the first pieces of each line that the customer still has; throws `conflict` if there are too few. */
export const pickPieces = async (
  context: Context,
  lines: readonly OrderLineRow[],
  wanted: Wanted,
): Promise<Piece[]> => {
  const taken = await readClaimedPieces(
    context,
    lines.map(({ id }) => id),
  )
  const sums = new Map<string, number>()
  for (const { line, quantity } of wanted) sums.set(line, (sums.get(line) ?? 0) + quantity)
  return [...sums].flatMap(([id, count]) => {
    const line = lines.find((one) => one.id === id)
    const free = Array.from({ length: line?.quantity ?? 0 }, (_, piece) => piece).filter(
      (piece) => !taken(id).includes(piece),
    )
    if (free.length < count) throw new AppError('conflict', { fields: { lines: 'return_quantity' } })
    return free.slice(0, count).map((piece) => ({ line: id, piece }))
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

/** Returns when the terms of pieces begin: on delivery, or on completion of their last exchange. */
export const startOfTerm = (order: OrderRow, held: readonly Pick<CurrentPiece, 'at'>[]): Date =>
  new Date(Math.max(order.deliveredAt?.getTime() ?? 0, ...held.map(({ at }) => at?.getTime() ?? 0)))

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
  const pieces = await pickPieces(context, lines, wanted)
  const held = (await piecesWith(context, lines, pieces)).map((one) => one.held)
  const days = isSellerAtFault(reason) ? faultDays : returnDays
  if (context.now() > endOfClaimTerm(startOfTerm(order, held), days))
    throw new AppError('conflict', { fields: { reason: 'return_late' } })
  return { slip: await calculatePieces(context, { order, lines, pieces, reason }), pieces }
}

const piecesOfReturn = async (context: Context, id: string): Promise<Piece[]> =>
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

/**
 * Locks an order, so that what is calculated from it stays valid until it is written. `FOR NO KEY UPDATE` lets writers
 * of referencing rows (events, refunds) pass, which avoids deadlocks.
 */
export const lockOrder = async (within: Context, where: SQL | undefined): Promise<OrderRow> => {
  await within.database.select({ id: shopOrders.id }).from(shopOrders).where(where).for('no key update')
  return findOrder(within, where)
}

/** Reserves pieces for a claim. Throws `conflict` if the primary key finds one already reserved. */
export const reservePieces = async (
  within: Context,
  pieces: (typeof shopReturnPieces.$inferInsert)[],
  fields: Record<string, string>,
): Promise<void> => {
  try {
    await within.database.insert(shopReturnPieces).values(pieces)
  } catch (error) {
    if (!violatedConstraint(error).startsWith('shop_return_pieces_')) throw error
    throw new AppError('conflict', { fields })
  }
}

/** Requests a return. Each piece can be returned once: the primary key of the pieces rejects a second claim. */
export const requestReturn = (
  context: Context,
  where: SQL | undefined,
  body: Omit<z.output<typeof ReturnInput>, 'pictures'> & { pictures?: string[] },
): Promise<ReturnRow> =>
  context.transaction(async (within) => {
    const order = await lockOrder(within, where)
    const { slip, pieces } = await calculateReturn(within, order, body)
    const isToAccount = await needsRefundAccount(within, order.id, slip.total)
    if (isToAccount && !body.account) throw new AppError('invalid', { fields: { account: 'required' } })
    const now = within.now()
    const id = within.newId()
    const [row] = await within.database
      .insert(shopReturns)
      .values({
        id,
        orderId: order.id,
        userId: order.userId,
        reason: body.reason,
        text: body.text,
        pictures: body.pictures ?? [],
        lines: body.lines,
        state: 'asked',
        slip,
        sealed: body.account && isToAccount ? encryptAccount(within, encryptionLabel(id), body.account) : null,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    if (!row) throw new AppError('conflict')
    await reservePieces(
      within,
      pieces.map(({ line, piece }) => ({ lineId: line, piece, returnId: id })),
      { lines: 'return_quantity' },
    )
    await recordEvent(within, order.id, 'return_asked')
    await sendOrderMail(within, order, 'returnAsked', { amount: slip.total })
    await publishEvent(within, { scope: 'console:shop' }, { topic: 'returns', id })
    return row
  })

/** Releases the pieces of a withdrawn or refused return. */
export const releasePieces = async (within: Context, id: string): Promise<void> => {
  await within.database.delete(shopReturnPieces).where(eq(shopReturnPieces.returnId, id))
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

export const auditReturn = (within: Context, row: ReturnRow, order: OrderRow, after: object): Promise<void> =>
  writeAudit(within, {
    action: row.state,
    entity: 'returns',
    entityId: row.id,
    summary: formatOrderNumber(order),
    after,
  })

/** Returns the options as which the pieces of a return are restocked. */
export const optionsToRestock = async (within: Context, { id, orderId }: ReturnRow) =>
  groupByOption(within, await readLines(within, [orderId]), await piecesOfReturn(within, id))

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
      given: { kind: 'review', source: line },
    })
}
