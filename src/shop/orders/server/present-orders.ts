import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context } from '#kit/server/context.ts'
import { readConditions } from '#shop/conditions/server/read-conditions.ts'
import { reducedPrice } from '#shop/money/rules.ts'
import { shopCardAttempts, shopPayments } from '#shop/payments/table.ts'
import { shopReviews } from '#shop/reviews/table.ts'
import { createTicket } from '#trade/pickups/server/create-ticket.ts'
import type { Order, OrderLine } from '../contract.ts'
import { customerCancellable, endOfTerm, faultDays, formatOrderNumber, returnDays } from '../rules.ts'
import { endOfClaimTerm } from '../rules-claim-term.ts'
import { type OrderLineRow, type OrderRow, shopOrderEvents, shopOrderLines, shopOrders } from '../table.ts'
import type { TaxInvoice } from '../tax-invoices/contract.ts'

const instant = (moment: Date | null) => moment?.toISOString() ?? null
const claimsUntil = (moment: Date | null, days: number) => instant(moment && endOfClaimTerm(moment, days))

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

export const presentLines = async (context: Context, rows: readonly OrderLineRow[]): Promise<OrderLine[]> => {
  const ids = rows.map(({ id }) => id)
  const [pictures, pieces, reviewed] = await Promise.all([
    findFiles(
      context,
      rows.map(({ picture }) => picture),
    ),
    readClaimedPieces(context, ids),
    ids.length === 0
      ? []
      : context.database.select({ id: shopReviews.lineId }).from(shopReviews).where(inArray(shopReviews.lineId, ids)),
  ])
  return rows.map((row) => ({
    _id: row.id,
    product: row.goodId,
    option: row.optionId,
    name: textIn(context.locale, row.title),
    values: row.values.map((value) => textIn(context.locale, value)),
    picture: pictureOf(pictures, row.picture),
    price: row.price,
    reduced: reducedPrice(row.price, row.discount),
    quantity: row.quantity,
    paid: row.paid,
    returning: pieces(row.id).length,
    reviewed: reviewed.some(({ id }) => id === row.id),
  }))
}

const presentTotals = (row: OrderRow): Order['slip'] => {
  const {
    kinds,
    quantity,
    goods,
    productDiscount,
    levelDiscount,
    couponDiscount,
    points,
    delivery,
    total,
    vat,
    earns,
  } = row
  return { kinds, quantity, goods, productDiscount, levelDiscount, couponDiscount, points, delivery, total, vat, earns }
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

/** Returns what the customer can do with an order now. `open`: number of open returns and exchanges. */
export const allowedActions = (row: OrderRow, lines: readonly OrderLine[], open: number, now: Date): Order['may'] => {
  const isReturnable =
    ['delivered', 'confirmed'].includes(row.state) &&
    row.deliveredAt !== null &&
    now <= endOfClaimTerm(row.deliveredAt, faultDays) &&
    lines.some(({ quantity, returning }) => returning < quantity)
  return {
    cancel: customerCancellable.includes(row.state),
    payOtherwise: row.state === 'ordered' && now < row.payUntil,
    moveTo: row.way === 'parcel' && customerCancellable.includes(row.state),
    // Same conditions as for setting the recipient (issue-tax-invoice.ts).
    invoiceTo:
      row.payment === 'bank' &&
      row.state !== 'cancelled' &&
      (row.taxInvoice !== null || row.state !== 'confirmed') &&
      row.total > 0 &&
      row.receipt === null &&
      row.taxApproval === '',
    confirm: row.state === 'delivered' && open === 0,
    return: isReturnable,
    // Exchanges need a product that still exists.
    exchange:
      isReturnable && lines.some(({ product, quantity, returning }) => product !== null && returning < quantity),
  }
}

/** Returns the refunded amount of each order, in won. */
export const sumRefunds = async (context: Context, ids: readonly string[]): Promise<(id: string) => number> => {
  if (ids.length === 0) return () => 0
  const { rows } = await context.database.execute<{ id: string; sum: string }>(sql`
    SELECT order_id AS id, sum(amount)::text AS sum FROM shop_payments
    WHERE kind = 'refund' AND ${inArray(sql`order_id`, [...ids])} GROUP BY order_id`)
  return (id) => Number(rows.find((row) => row.id === id)?.sum ?? 0)
}

const pickupOf = async (context: Context, row: OrderRow): Promise<Order['pickup']> =>
  row.pickup && {
    place: textIn(context.locale, row.pickup.place),
    from: row.pickup.from,
    to: row.pickup.to,
    until: instant(row.readyAt && endOfTerm(row.readyAt, row.pickup.days)),
    ticket: row.state === 'ready' && row.code ? await createTicket(row.code) : null,
  }

/** Returns the fields that every list and page of orders shows. */
export const presentOrderFields = async (context: Context, row: OrderRow, refunded: number) => ({
  _id: row.id,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  number: formatOrderNumber(row),
  state: row.state,
  payment: row.payment,
  way: row.way,
  slip: presentTotals(row),
  levelTitle: textIn(context.locale, row.levelTitle),
  couponTitle: textIn(context.locale, row.couponTitle),
  payUntil: row.payUntil.toISOString(),
  paidAt: instant(row.paidAt),
  readyAt: instant(row.readyAt),
  shippedAt: instant(row.shippedAt),
  deliveredAt: instant(row.deliveredAt),
  confirmedAt: instant(row.confirmedAt),
  cancelledAt: instant(row.cancelledAt),
  cancelReason: row.cancelReason,
  carrier: row.carrier,
  tracking: row.tracking,
  refunded,
  pickup: await pickupOf(context, row),
})

/** Returns why the last card payment of an order failed; null if it did not. */
const cardFaultOf = async (context: Context, orderId: string): Promise<Order['cardFault']> => {
  const [last] = await context.database
    .select({ refusal: shopCardAttempts.refusal })
    .from(shopCardAttempts)
    .where(eq(shopCardAttempts.orderId, orderId))
    .orderBy(desc(shopCardAttempts.createdAt), desc(shopCardAttempts.id))
    .limit(1)
  return last?.refusal || null
}

/** Returns receipt and tax invoice of an order; neither applies to card payments. */
export const presentProof = (row: OrderRow): { receipt: OrderRow['receipt']; taxInvoice: TaxInvoice | null } =>
  row.payment === 'card'
    ? { receipt: null, taxInvoice: null }
    : {
        receipt: row.receipt,
        taxInvoice: row.taxInvoice && {
          ...row.taxInvoice,
          approval: row.taxApproval,
          issuedAt: row.taxIssuedAt?.toISOString() ?? null,
        },
      }

/** Presents an order to its customer. */
export const presentOrder = async (context: Context, row: OrderRow): Promise<Order> => {
  const [lines, events, refunded, conditions, returns] = await Promise.all([
    readLines(context, [row.id]).then((rows) => presentLines(context, rows)),
    context.database
      .select()
      .from(shopOrderEvents)
      .where(eq(shopOrderEvents.orderId, row.id))
      .orderBy(asc(shopOrderEvents.at), asc(shopOrderEvents.id)),
    sumRefunds(context, [row.id]),
    readConditions(context),
    context.database.execute<{ id: string; state: string }>(
      sql`SELECT id, state FROM shop_returns WHERE order_id = ${row.id}::uuid ORDER BY created_at`,
    ),
  ])
  const { bank, account, holder } = conditions
  return {
    ...(await presentOrderFields(context, row, refunded(row.id))),
    lines,
    buyer: { name: row.name, phone: row.phone, email: row.email },
    to: row.way === 'parcel' ? row.recipient : null,
    memo: row.memo,
    depositor: row.depositor,
    ...presentProof(row),
    account: row.state === 'ordered' && row.payment === 'bank' ? { bank, account, holder } : null,
    cardFault: row.paidAt ? null : await cardFaultOf(context, row.id),
    events: events.map(({ state, at, note }) => ({ state, at: at.toISOString(), note })),
    ticket: row.ticket,
    returns: returns.rows.map(({ id, state }) => ({ _id: id, state })),
    may: allowedActions(row, lines, (await countOpenClaims(context, [row.id]))(row.id), context.now()),
    returnUntil: claimsUntil(row.deliveredAt, returnDays),
    faultUntil: claimsUntil(row.deliveredAt, faultDays),
  }
}

/** Records an event in an order's history. */
export const recordEvent = async (
  context: Context,
  orderId: string,
  state: (typeof shopOrderEvents.$inferSelect)['state'],
  note = '',
): Promise<void> => {
  await context.database
    .insert(shopOrderEvents)
    .values({ id: context.newId(), orderId, state, note, at: context.now() })
}

/** True if money was paid for the order itself, exchanges excluded. */
export const isPaid = async (context: Context, id: string): Promise<boolean> =>
  (await context.database.$count(
    shopPayments,
    and(eq(shopPayments.orderId, id), eq(shopPayments.kind, 'payment'), isNull(shopPayments.exchangeId)),
  )) > 0
