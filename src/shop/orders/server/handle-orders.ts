import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { normalizePhone } from '#kit/phone/parse-phone.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { createRateLimit } from '#kit/server/limits/rate-limit.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { selectPage } from '#kit/server/records/select-page.ts'
import { senderNetwork } from '#kit/server/uploads/upload-allowance.ts'
import { readTermStarts } from '#shop/returns/server/read-term-starts.ts'
import type { orders as contract } from '../contract.ts'
import type { Address, Order } from '../contract-records.ts'
import { customerCancellable, formatOrderNumber, type OrderDocument, parseOrderNumber } from '../rules.ts'
import { allowedActions } from '../rules-allowed-actions.ts'
import { shippingHandlers } from '../shipping/server/handle-shipping.ts'
import { type OrderRow, shopOrderLines, shopOrders } from '../table.ts'
import { setInvoiceRecipient } from '../tax-invoices/server/issue-tax-invoice.ts'
import { cancelOrder } from './cancel-order.ts'
import { changePaymentMethod } from './change-payment-method.ts'
import { confirmOrder } from './confirm-purchase.ts'
import { papers } from './create-order-documents.ts'
import { countOpenClaims, findOrder, isOrderOfMember, isOrderOfTicket, readLines, sumRefunds } from './find-order.ts'
import { deskHandlers } from './handle-desk-orders.ts'
import { placeOrder } from './place-order.ts'
import { presentLines, presentOrder, presentOrderFields } from './present-orders.ts'

type Where = SQL | undefined

const readOrder = async (context: Context, where: Where): Promise<{ order: Order }> => ({
  order: await presentOrder(context, await findOrder(context, where)),
})

/** Actions of customers, shared by members and guests: `where` selects the order by account or ticket. */
const customerActions = {
  cancel: (context: Context, where: Where, account: Parameters<typeof cancelOrder>[2]['account']) =>
    context.transaction(async (within) => {
      await cancelOrder(within, where, { reason: 'customer', account: account ?? null })
      return readOrder(within, where)
    }),
  moveTo: (context: Context, where: Where, { to, memo }: { to: Address; memo: string }) =>
    context.transaction(async (within) => {
      const states = sql`${shopOrders.state} IN (${sql.join(
        customerCancellable.map((state) => sql`${state}`),
        sql`, `,
      )})`
      const [row] = await changeRows(within, shopOrders, { recipient: to, memo })
        .where(and(where, states, eq(shopOrders.way, 'parcel')))
        .returning()
      const answer = await readOrder(within, where)
      if (!row) throw new AppError('conflict', { fields: { state: 'order_state' } })
      return answer
    }),
  payBy: (context: Context, where: Where, body: Parameters<typeof changePaymentMethod>[2]) =>
    context.transaction(async (within) => {
      await changePaymentMethod(within, where, body)
      return readOrder(within, where)
    }),
  invoiceTo: (context: Context, where: Where, taxInvoice: OrderRow['taxInvoice']) =>
    context.transaction(async (within) => {
      await setInvoiceRecipient(within, where, taxInvoice)
      return readOrder(within, where)
    }),
  confirm: (context: Context, where: Where) =>
    context.transaction(async (within) => {
      await confirmOrder(within, where)
      return readOrder(within, where)
    }),
  paper: async (context: Context, where: Where, kind: OrderDocument) => {
    const { id } = await findOrder(context, where)
    return papers.address(context, { id, kind })
  },
}

/** Matches an order number, month included. */
const hasNumber = (number: string) =>
  sql`(${shopOrders.number} = ${parseOrderNumber(number)}
    AND to_char(${shopOrders.createdAt} AT TIME ZONE 'Asia/Seoul', 'YYMM') = ${number.slice(2, 6)})`

const minute = 60_000
/** Contact attempts allowed: per network and order, per network over all orders, and per order over all networks. */
const [atOne, atAll, byAll] = [
  createRateLimit({ max: 5, period: 15 * minute }),
  createRateLimit({ max: 20, period: 60 * minute }),
  createRateLimit({ max: 50, period: 60 * minute }),
]

/**
 * Limits attempts before any lookup, alike for known and unknown orders: order numbers are sequential and easy to
 * guess.
 */
const limitGuess = (context: Context, number: string, contact: string): void => {
  const network = senderNetwork(context.scope.address)
  const now = context.now()
  const retryAfter = Math.max(
    atOne.take(`${network} ${number}`, contact, now),
    atAll.take(network, `${number} ${contact}`, now),
    byAll.take(number, contact, now),
  )
  if (retryAfter > 0) throw new AppError('too_many', { retryAfter })
}

export const orderHandlers: Handlers<typeof contract> = {
  ...deskHandlers,
  ...shippingHandlers,

  async place(context, { body }) {
    const row = await placeOrder(context, body)
    return readOrder(context, eq(shopOrders.id, row.id))
  },

  async find(context, { body }) {
    const contact = normalizePhone(body.contact) ?? body.contact.toLowerCase()
    limitGuess(context, body.number.toUpperCase(), contact)
    const [row] = await context.database
      .select()
      .from(shopOrders)
      .where(and(eq(shopOrders.number, parseOrderNumber(body.number)), sql`${shopOrders.ticket} IS NOT NULL`))
    // A wrong contact and an unknown number give the same answer.
    const isOwner =
      row &&
      formatOrderNumber(row) === body.number.toUpperCase() &&
      (row.email.toLowerCase() === contact || row.phone === contact)
    if (!isOwner) throw new AppError('not_found')
    return { order: await presentOrder(context, row) }
  },

  async list(context, { query }) {
    const { page, limit, state, way, number } = query
    const where = and(
      eq(shopOrders.userId, context.principal.userId),
      state ? eq(shopOrders.state, state) : undefined,
      way ? eq(shopOrders.way, way) : undefined,
      number === undefined ? undefined : hasNumber(number),
    )
    const [rows, total] = await selectPage(context, shopOrders, where, { page, limit }, [
      desc(shopOrders.createdAt),
      desc(shopOrders.id),
    ])
    const ids = rows.map(({ id }) => id)
    const [lineRows, refunded, countOpen] = await Promise.all([
      readLines(context, ids),
      sumRefunds(context, ids),
      countOpenClaims(context, ids),
    ])
    const [lines, termStart] = await Promise.all([presentLines(context, lineRows), readTermStarts(context, lineRows)])
    return {
      orders: await Promise.all(
        rows.map(async (row) => {
          const own = lines.filter((_, index) => lineRows[index]?.orderId === row.id)
          const claims = { open: countOpen(row.id), termStart: termStart(row) }
          const may = allowedActions(row, own, claims, context.now())
          return { ...(await presentOrderFields(context, row, refunded(row.id))), lines: own, may }
        }),
      ),
      total,
      page,
      limit,
    }
  },

  async purchases(context, { query }) {
    const { page, limit, reviewable } = query
    // Exclude fully refunded lines: they earn no points and cannot be reviewed.
    const hasKeptGoods = sql<boolean>`(${shopOrderLines.quantity} > (SELECT count(*) FROM shop_return_pieces AS piece
      JOIN shop_returns AS gone ON gone.id = piece.return_id
      WHERE piece.line_id = ${shopOrderLines.id} AND gone.state = 'refunded'))`
    const isReviewable = sql`(${shopOrders.deliveredAt} IS NOT NULL
      AND ${shopOrderLines.goodId} IS NOT NULL
      AND ${hasKeptGoods}
      AND NOT EXISTS (SELECT FROM shop_reviews WHERE line_id = ${shopOrderLines.id}))`
    const where = and(
      eq(shopOrders.userId, context.principal.userId),
      sql`${shopOrders.state} <> 'cancelled'`,
      reviewable === undefined ? undefined : reviewable ? isReviewable : sql`NOT ${isReviewable}`,
    )
    const [rows, [totals]] = await Promise.all([
      context.database
        .select({ line: shopOrderLines, order: shopOrders, isKept: hasKeptGoods })
        .from(shopOrderLines)
        .innerJoin(shopOrders, eq(shopOrders.id, shopOrderLines.orderId))
        .where(where)
        .orderBy(desc(shopOrders.createdAt), desc(shopOrders.id), shopOrderLines.position)
        .limit(limit)
        .offset((page - 1) * limit),
      context.database
        .select({ total: sql<number>`count(*)::int` })
        .from(shopOrderLines)
        .innerJoin(shopOrders, eq(shopOrders.id, shopOrderLines.orderId))
        .where(where),
    ])
    const lines = await presentLines(
      context,
      rows.map(({ line }) => line),
    )
    return {
      purchases: rows.flatMap(({ order, isKept: kept }, index) => {
        const line = lines[index]
        if (!line) return []
        return [
          {
            ...line,
            order: order.id,
            number: formatOrderNumber(order),
            orderedAt: order.createdAt.toISOString(),
            state: order.state,
            deliveredAt: order.deliveredAt?.toISOString() ?? null,
            mayReview: order.deliveredAt !== null && line.product !== null && kept && !line.reviewed,
          },
        ]
      }),
      total: totals?.total ?? 0,
      page,
      limit,
    }
  },

  open: (context, { params }) => readOrder(context, isOrderOfMember(context, params.id)),
  cancel: (context, { params, body }) =>
    customerActions.cancel(context, isOrderOfMember(context, params.id), body.account),
  moveTo: (context, { params, body }) => customerActions.moveTo(context, isOrderOfMember(context, params.id), body),
  payBy: (context, { params, body }) => customerActions.payBy(context, isOrderOfMember(context, params.id), body),
  invoiceTo: (context, { params, body }) =>
    customerActions.invoiceTo(context, isOrderOfMember(context, params.id), body.taxInvoice),
  confirm: (context, { params }) => customerActions.confirm(context, isOrderOfMember(context, params.id)),
  paper: (context, { params }) => customerActions.paper(context, isOrderOfMember(context, params.id), params.kind),

  guestOpen: (context, { params }) => readOrder(context, isOrderOfTicket(params.ticket)),
  guestCancel: (context, { params, body }) =>
    customerActions.cancel(context, isOrderOfTicket(params.ticket), body.account),
  guestMoveTo: (context, { params, body }) => customerActions.moveTo(context, isOrderOfTicket(params.ticket), body),
  guestPayBy: (context, { params, body }) => customerActions.payBy(context, isOrderOfTicket(params.ticket), body),
  guestInvoiceTo: (context, { params, body }) =>
    customerActions.invoiceTo(context, isOrderOfTicket(params.ticket), body.taxInvoice),
  guestConfirm: (context, { params }) => customerActions.confirm(context, isOrderOfTicket(params.ticket)),
  guestPaper: (context, { params }) => customerActions.paper(context, isOrderOfTicket(params.ticket), params.kind),
}
