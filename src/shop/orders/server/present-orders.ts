import { asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import { formatPhone } from '#kit/phone/parse-phone.ts'
import type { Context } from '#kit/server/context.ts'
import { readConditions } from '#shop/conditions/server/read-conditions.ts'
import { reducedPrice } from '#shop/money/rules.ts'
import { shopCardAttempts } from '#shop/payments/table.ts'
import { readTermStarts } from '#shop/returns/server/read-term-starts.ts'
import { shopReviews } from '#shop/reviews/table.ts'
import { createTicket } from '#trade/pickups/server/create-ticket.ts'
import type { Order, OrderLine } from '../contract-records.ts'
import { endOfTerm, faultDays, formatOrderNumber, returnDays } from '../rules.ts'
import { allowedActions } from '../rules-allowed-actions.ts'
import { endOfClaimTerm } from '../rules-claim-term.ts'
import { type OrderLineRow, type OrderRow, shopOrderEvents } from '../table.ts'
import type { TaxInvoice } from '../tax-invoices/contract.ts'
import { countOpenClaims, readClaimedPieces, readLines, sumRefunds } from './find-order.ts'

const instant = (moment: Date | null) => moment?.toISOString() ?? null
const calculateClaimsUntil = (moment: Date | null, days: number) => instant(moment && endOfClaimTerm(moment, days))

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
  const lineRows = await readLines(context, [row.id])
  const [lines, termStarts, countOpen, events, refunded, conditions, returns] = await Promise.all([
    presentLines(context, lineRows),
    readTermStarts(context, lineRows),
    countOpenClaims(context, [row.id]),
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
  const termStart = termStarts(row)
  return {
    ...(await presentOrderFields(context, row, refunded(row.id))),
    lines,
    buyer: { name: row.name, phone: formatPhone(row.phone), email: row.email },
    to: row.way === 'parcel' ? { ...row.recipient, phone: formatPhone(row.recipient.phone) } : null,
    memo: row.memo,
    depositor: row.depositor,
    ...presentProof(row),
    account: row.state === 'ordered' && row.payment === 'bank' ? { bank, account, holder } : null,
    cardFault: row.paidAt ? null : await cardFaultOf(context, row.id),
    events: events.map(({ state, at, note }) => ({ state, at: at.toISOString(), note })),
    ticket: row.ticket,
    returns: returns.rows.map(({ id, state }) => ({ _id: id, state })),
    may: allowedActions(row, lines, { open: countOpen(row.id), termStart }, context.now()),
    returnUntil: calculateClaimsUntil(termStart, returnDays),
    faultUntil: calculateClaimsUntil(termStart, faultDays),
  }
}
