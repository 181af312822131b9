import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { decryptAccount } from '#kit/server/records/encrypt-account.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { moveStock } from '#shop/goods/server/move-stock.ts'
import { limitPublicStock } from '#shop/goods/server/present-goods.ts'
import { findOrder, isOrderOfMember, isOrderOfTicket } from '#shop/orders/server/find-order.ts'
import { formatParcel, sendOrderMail } from '#shop/orders/server/send-order-mail.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { recordPayment } from '#shop/payments/server/record-payment.ts'
import { refundPayment } from '#shop/payments/server/refund-payment.ts'
import { claimHandlers } from '#shop/returns/server/create-claim-handlers.ts'
import { releasePieces } from '#shop/returns/server/reserve-pieces.ts'
import type { ConsoleExchange, exchanges as contract, Exchange } from '../contract.ts'
import { type ExchangeRow, shopExchanges } from '../table.ts'
import { calculateExchange, findExchangeOptions } from './calculate-exchange.ts'
import { auditExchange, changeExchangeState, optionsBeforeExchange, revertExchange } from './change-exchange-state.ts'
import { forCustomer, present, presentExchangeTotals, readExchange, rowsOf } from './present-exchanges.ts'
import { encryptionLabel, requestExchange } from './request-exchange.ts'

const ofOrder = async (context: Context, where: SQL | undefined) => {
  const order = await findOrder(context, where)
  const rows = await rowsOf(context, eq(shopExchanges.orderId, order.id), {
    order: [asc(shopExchanges.createdAt), asc(shopExchanges.id)],
  })
  return { exchanges: (await present(context, rows)).map(forCustomer) }
}

const choices = async (context: Context, where: SQL | undefined) => ({
  lines: (await findExchangeOptions(context, await findOrder(context, where))).map(
    ({ line, piece, quantity, held, options }) => ({
      line,
      piece,
      quantity,
      option: held.option,
      values: held.values.map((value) => textIn(context.locale, value)),
      options: options.map(({ option, difference }) => ({
        _id: option.id,
        values: option.values.map((value) => textIn(context.locale, value)),
        stock: limitPublicStock(option.stock),
        difference,
      })),
    }),
  ),
})

/** True if the customer has paid for the exchange, so that a refusal must refund it. */
const isPaidFor = (row: ExchangeRow) => row.balance > 0 && row.settledAt !== null

const byId = (id: string) => eq(shopExchanges.id, id)
const isSettled = sql`(${shopExchanges.balance} <= 0 OR ${shopExchanges.settledAt} IS NOT NULL)`

/** Refunds a negative balance when the new pieces leave. `open`: the row before its state changed. */
const refundDifference = async (within: Context, row: ExchangeRow, open: Pick<ExchangeRow, 'sealed'> | undefined) => {
  if (row.balance >= 0) return
  const account = open?.sealed ? decryptAccount(within, encryptionLabel(row.id), open.sealed) : null
  await refundPayment(within, { order: row.orderId, exchangeId: row.id, amount: -row.balance, account })
}

/** Read before the change of state, which deletes the account; the refund stores its own copy until it is sent. */
const readBeforeDecision = async (within: Context, id: string) => {
  const [open] = await within.database
    .select({ sealed: shopExchanges.sealed, way: shopExchanges.way })
    .from(shopExchanges)
    .where(byId(id))
  return open
}

const claims = claimHandlers({
  entity: 'exchanges',
  columns: shopExchanges,
  rows: rowsOf,
  count: (context, where) => context.database.$count(shopExchanges, where),
  present,
  forCustomer,
  one: {
    shown: (shown: Exchange) => ({ exchange: shown }),
    listed: (listed: ConsoleExchange) => ({ exchange: listed }),
  },
  many: (listed: ConsoleExchange[], paging) => ({ exchanges: listed, ...paging }),
  async reckon(context, order, body: Parameters<typeof calculateExchange>[2]) {
    const slip = presentExchangeTotals(await calculateExchange(context, order, body))
    return { slip, back: -slip.balance }
  },
  ask: requestExchange,
  // A paid exchange cannot be withdrawn: staff refuse it and enter an account for the refund.
  async withdraw(within, where) {
    const { row, order } = await changeExchangeState(within, where, {
      to: 'withdrawn',
      values: { sealed: null },
      and: sql`${shopExchanges.settledAt} IS NULL`,
      refusal: 'exchange_paid',
    })
    await revertExchange(within, row)
    await sendOrderMail(within, order, 'exchangeWithdrawn')
  },
})

export const exchangeHandlers: Handlers<typeof contract> = {
  ...claims,
  ofOrder: (context, { params }) => ofOrder(context, isOrderOfMember(context, params.id)),
  choices: (context, { params }) => choices(context, isOrderOfMember(context, params.id)),
  guestOfOrder: (context, { params }) => ofOrder(context, isOrderOfTicket(params.ticket)),
  guestChoices: (context, { params }) => choices(context, isOrderOfTicket(params.ticket)),

  collect: (context, { params, body }) =>
    context.transaction(async (within) => {
      const { row, order } = await changeExchangeState(within, byId(params.id), {
        to: 'collected',
        values: { restocked: body.restock },
      })
      if (body.restock)
        await moveStock(within, await optionsBeforeExchange(within, row), { kind: 'exchange', orderId: order.id })
      await sendOrderMail(within, order, 'exchangeCollected')
      return readExchange(within, byId(params.id))
    }),

  pay: (context, { params }) =>
    context.transaction(async (within) => {
      const open = and(
        byId(params.id),
        inArray(shopExchanges.state, ['asked', 'collected']),
        sql`${shopExchanges.balance} > 0 AND ${shopExchanges.settledAt} IS NULL`,
      )
      const [row] = await changeRows(within, shopExchanges, { settledAt: within.now() }).where(open).returning()
      const answer = await readExchange(within, byId(params.id))
      if (!row) throw new AppError('conflict', { fields: { state: 'exchange_state' } })
      await recordPayment(within, {
        order: row.orderId,
        amount: row.balance,
        method: 'bank',
        note: '',
        exchange: row.id,
      })
      const order = await findOrder(within, eq(shopOrders.id, row.orderId))
      await sendOrderMail(within, order, 'exchangePaid', { amount: row.balance })
      await auditExchange(within, row, order, { paid: row.balance })
      return answer
    }),

  ship: (context, { params, body }) =>
    context.transaction(async (within) => {
      const open = await readBeforeDecision(within, params.id)
      const { row, order } = await changeExchangeState(within, byId(params.id), {
        to: 'shipped',
        values: { ...body, sealed: null },
        and: sql`${isSettled} AND ${shopExchanges.way} = 'parcel'`,
        refusal: open?.way === 'pickup' ? 'exchange_way' : 'exchange_unpaid',
      })
      await refundDifference(within, row, open)
      await sendOrderMail(within, order, 'exchangeShipped', { note: formatParcel(order.locale, row) })
      return readExchange(within, byId(params.id))
    }),

  finish: (context, { params }) =>
    context.transaction(async (within) => {
      const open = await readBeforeDecision(within, params.id)
      const isPickup = open?.way === 'pickup'
      const { row, order } = await changeExchangeState(within, byId(params.id), {
        to: 'done',
        from: [isPickup ? 'collected' : 'shipped'],
        values: { doneAt: within.now(), sealed: null },
        and: isSettled,
        refusal: 'exchange_unpaid',
      })
      await releasePieces(within, { exchangeId: row.id })
      // With parcels, `ship` has refunded the difference already.
      if (isPickup) await refundDifference(within, row, open)
      await sendOrderMail(within, order, 'exchangeDone')
      return readExchange(within, byId(params.id))
    }),

  refuse: (context, { params, body }) =>
    context.transaction(async (within) => {
      const { row, order } = await changeExchangeState(within, byId(params.id), {
        to: 'refused',
        values: { decision: body.reason, sealed: null },
      })
      await revertExchange(within, row)
      // The payment of a refused exchange is refunded by transfer; staff ask the customer for an account.
      if (isPaidFor(row))
        await refundPayment(within, {
          order: order.id,
          exchangeId: row.id,
          amount: row.balance,
          account: null,
          byHand: true,
        })
      await sendOrderMail(within, order, 'exchangeRefused', { note: body.reason })
      return readExchange(within, byId(params.id))
    }),
}
