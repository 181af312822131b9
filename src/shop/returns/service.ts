import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { writeAudit } from '#kit/audit/write.ts'
import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import { publishEvent } from '#kit/events/publish.ts'
import type { Context } from '#kit/server/context.ts'
import { type Refund, type RefundItem, refundOf } from '#shop/money/service.ts'
import {
  faultDays,
  findOrder,
  linesOf,
  noteEvent,
  numberOf,
  piecesOf,
  returnDays,
  sendOrderMail,
  termOf,
} from '#shop/orders/service.ts'
import { type OrderLineRow, type OrderRow, shopOrders } from '#shop/orders/table.ts'
import { sealAccount } from '#shop/payments/service.ts'
import { undoPoints } from '#shop/points/service.ts'
import type { ReturnInput } from './contract.ts'
import { isSellers, type ReturnReason } from './rules.ts'
import { type ReturnRow, shopReturnPieces, shopReturns } from './table.ts'

type Wanted = readonly { line: string; quantity: number }[]

export { isSellers, type ReturnReason } from './rules.ts'
export { claimHandlers } from './service-claims.ts'

export const sealLabel = (id: string): string => `shop_returns:${id}`

interface Reckoned {
  slip: Refund
  pieces: { line: string; piece: number }[]
}

/** Pieces of each line that are still with the customer, the first ones; throws `conflict` where there are too few. */
export const takePieces = async (context: Context, lines: readonly OrderLineRow[], wanted: Wanted) => {
  const taken = await piecesOf(
    context,
    lines.map(({ id }) => id),
  )
  const sums = new Map<string, number>()
  for (const { line, quantity } of wanted) sums.set(line, (sums.get(line) ?? 0) + quantity)
  const pieces = [...sums].flatMap(([id, count]) => {
    const line = lines.find((one) => one.id === id)
    const free = Array.from({ length: line?.quantity ?? 0 }, (_, piece) => piece).filter(
      (piece) => !taken(id).includes(piece),
    )
    if (free.length < count) throw new AppError('conflict', { fields: { lines: 'return_quantity' } })
    return free.slice(0, count).map((piece) => ({ line: id, piece }))
  })
  const all = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const before = lines.reduce((sum, { id }) => sum + taken(id).length, 0)
  return { pieces, isWhole: before + pieces.length === all }
}

/** What exchanges have brought of pieces of an order: from when their terms run, and what they cost more. */
const exchangedOf = async (context: Context, order: OrderRow, pieces: Reckoned['pieces']) => {
  const { rows } = await context.database.execute<{
    line: string
    pieces: number[]
    difference: string
    at: string
  }>(sql`
    SELECT line_id AS line, pieces, difference::text AS difference, done_at AS at FROM shop_exchanges
    WHERE order_id = ${order.id}::uuid AND state = 'done'`)
  return rows.flatMap((row) =>
    pieces
      .filter(({ line, piece }) => line === row.line && row.pieces.includes(piece))
      .map(() => ({ difference: Number(row.difference), at: new Date(row.at) })),
  )
}

/** From when the terms of pieces run: their delivery, or that of what they were exchanged for. */
export const termBegins = async (context: Context, order: OrderRow, pieces: Reckoned['pieces']): Promise<Date> => {
  const moments = (await exchangedOf(context, order, pieces)).map(({ at }) => at.getTime())
  return new Date(Math.max(order.deliveredAt?.getTime() ?? 0, ...moments))
}

/** What would be given back for pieces of an order. Throws `conflict` for what cannot be sent back any more. */
export const reckonReturn = async (
  context: Context,
  order: OrderRow,
  { lines: wanted, reason }: { lines: Wanted; reason: ReturnReason },
): Promise<Reckoned> => {
  const { deliveredAt } = order
  if (!deliveredAt || !['delivered', 'confirmed'].includes(order.state))
    throw new AppError('conflict', { fields: { state: 'return_state' } })
  const lines = await linesOf(context, [order.id])
  const { pieces, isWhole } = await takePieces(context, lines, wanted)
  const days = isSellers(reason) ? faultDays : returnDays
  if (context.now() > termOf(await termBegins(context, order, pieces), days))
    throw new AppError('conflict', { fields: { reason: 'return_late' } })
  const items = pieces.flatMap(({ line: id, piece }): RefundItem[] => {
    const line = lines.find((one) => one.id === id)
    return line ? [{ ...line, before: piece, count: 1 }] : []
  })
  // Of the order's other returns: one has paid for the way out, one has its delivery back.
  const { rows } = await context.database.execute<{ paid: boolean | null; given: boolean | null }>(sql`
    SELECT bool_or(reason = 'mind') AS paid, bool_or((slip ->> 'delivery')::bigint > 0) AS given FROM shop_returns
    WHERE order_id = ${order.id}::uuid AND state IN ('asked', 'collected', 'refunded')`)
  // What was paid or given back with an exchange of a piece belongs to what is given back for it.
  const more = (await exchangedOf(context, order, pieces)).reduce((sum, { difference }) => sum + difference, 0)
  const slip = refundOf(items, {
    more,
    isSellers: isSellers(reason),
    delivery: order.delivery,
    returnFee: order.returnFee,
    // No parcel went out where it was picked up.
    isOutboundPaid: order.way === 'pickup' || (rows[0]?.paid ?? false),
    isWhole: isWhole && !rows[0]?.given,
  })
  return { slip, pieces }
}

/** An order that is held: what is reckoned of it holds until it is written. */
export const holdOrder = async (within: Context, where: SQL | undefined): Promise<OrderRow> => {
  await within.database.select({ id: shopOrders.id }).from(shopOrders).where(where).for('update')
  return findOrder(within, where)
}

/** Binds pieces to what is asked for them. The key of the pieces refuses a second one; that throws `conflict`. */
export const bindPieces = async (
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

/** Asks to send pieces back. Each piece goes once: the key of the pieces refuses a second return of it. */
export const askReturn = (
  context: Context,
  where: SQL | undefined,
  body: Omit<z.output<typeof ReturnInput>, 'pictures'> & { pictures?: string[] },
): Promise<ReturnRow> =>
  context.transaction(async (within) => {
    const order = await holdOrder(within, where)
    const { slip, pieces } = await reckonReturn(within, order, body)
    if (slip.total > 0 && order.payment === 'bank' && !body.account)
      throw new AppError('invalid', { fields: { account: 'required' } })
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
        sealed: body.account && order.payment === 'bank' ? sealAccount(within, sealLabel(id), body.account) : null,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    if (!row) throw new AppError('conflict')
    await bindPieces(
      within,
      pieces.map(({ line, piece }) => ({ lineId: line, piece, returnId: id })),
      { lines: 'return_quantity' },
    )
    await noteEvent(within, order.id, 'return_asked')
    await sendOrderMail(within, order, 'returnAsked', { amount: slip.total })
    await publishEvent(within, { scope: 'console:shop' }, { topic: 'returns', id })
    return row
  })

/** Of a return that comes to nothing: its pieces can be sent back by another. */
export const freePieces = async (within: Context, id: string): Promise<void> => {
  await within.database.delete(shopReturnPieces).where(eq(shopReturnPieces.returnId, id))
}

/** Numbers and buyers of the orders of returns. */
export const ordersOf = async (
  context: Context,
  rows: readonly { orderId: string }[],
): Promise<(id: string) => OrderRow | undefined> => {
  const ids = [...new Set(rows.map(({ orderId }) => orderId))]
  const orders =
    ids.length === 0 ? [] : await context.database.select().from(shopOrders).where(inArray(shopOrders.id, ids))
  return (id) => orders.find((order) => order.id === id)
}

export const auditReturn = (within: Context, row: ReturnRow, order: OrderRow, after: object): Promise<void> =>
  writeAudit(within, { action: row.state, entity: 'returns', entityId: row.id, summary: numberOf(order), after })

/** Options that pieces of a return belong to now, by what they were exchanged for. */
export const optionsBack = async (within: Context, id: string): Promise<{ option: string; amount: number }[]> => {
  const { rows } = await within.database.execute<{ option: string; amount: number }>(sql`
    SELECT option, count(*)::int AS amount FROM (
      SELECT CASE WHEN latest.id IS NULL THEN line.option_id ELSE latest.option_id END AS option
      FROM shop_return_pieces AS piece JOIN shop_order_lines AS line ON line.id = piece.line_id
      LEFT JOIN LATERAL (SELECT id, option_id FROM shop_exchanges
        WHERE line_id = piece.line_id AND state = 'done' AND pieces @> to_jsonb(piece.piece)
        ORDER BY done_at DESC LIMIT 1) AS latest ON true
      WHERE piece.return_id = ${id}::uuid) AS back
    WHERE option IS NOT NULL GROUP BY option`)
  return rows
}

/** Takes the points of reviews back whose goods have all gone back. */
export const undoReviews = async (within: Context, order: OrderRow): Promise<void> => {
  if (!order.userId) return
  const { rows } = await within.database.execute<{ line: string; amount: string }>(sql`
    SELECT line.id AS line, given.amount::text AS amount FROM shop_order_lines AS line
    JOIN shop_points AS given ON given.kind = 'review' AND given.source = line.id
    WHERE line.order_id = ${order.id}::uuid AND line.quantity = (
      SELECT count(*) FROM shop_return_pieces AS piece JOIN shop_returns AS gone ON gone.id = piece.return_id
      WHERE piece.line_id = line.id AND gone.state = 'refunded')`)
  for (const { line, amount } of rows)
    await undoPoints(within, {
      userId: order.userId,
      amount: Number(amount),
      orderId: order.id,
      source: line,
      given: { kind: 'review', source: line },
    })
}
