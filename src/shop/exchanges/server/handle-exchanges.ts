import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { decryptAccount } from '#kit/server/records/encrypt-account.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { readConditions } from '#shop/conditions/server/read-conditions.ts'
import { limitPublicStock, moveStock } from '#shop/goods/server/find-goods.ts'
import { formatOrderNumber } from '#shop/orders/rules.ts'
import {
  findOrder,
  isOrderOfMember,
  isOrderOfTicket,
  readLines,
  recordEvent,
} from '#shop/orders/server/present-orders.ts'
import { formatParcel, sendOrderMail } from '#shop/orders/server/send-order-mail.ts'
import { type OrderRow, shopOrders } from '#shop/orders/table.ts'
import { recordPayment, refundPayment } from '#shop/payments/server/record-payment.ts'
import { claimHandlers, readCurrentPieces, readOrders } from '#shop/returns/server/request-return.ts'
import type { ConsoleExchange, exchanges as contract, Exchange } from '../contract.ts'
import { type ExchangeState, exchangeTransitions } from '../rules.ts'
import { type ExchangeRow, shopExchanges } from '../table.ts'
import {
  auditExchange,
  calculateExchange,
  encryptionLabel,
  findExchangeOptions,
  optionsBeforeExchange,
  presentExchangeTotals,
  releasePieces,
  requestExchange,
} from './request-exchange.ts'

const isToPay = ({ state, balance, settledAt }: ExchangeRow): boolean =>
  balance > 0 && settledAt === null && (state === 'asked' || state === 'collected')

const present = async (context: Context, rows: readonly ExchangeRow[]): Promise<ConsoleExchange[]> => {
  const orderOf = await readOrders(context, rows)
  const [lines, { bank, account, holder }] = await Promise.all([
    readLines(context, [...new Set(rows.map(({ orderId }) => orderId))]),
    readConditions(context),
  ])
  const held = await readCurrentPieces(context, lines)
  const ids = [...rows.flatMap((row) => row.pictures), ...lines.map(({ picture }) => picture)]
  const pictures = await findFiles(context, ids)
  return rows.flatMap((row) => {
    const order = orderOf(row.orderId)
    const line = lines.find(({ id }) => id === row.lineId)
    if (!order || !line) return []
    return [
      {
        _id: row.id,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
        order: row.orderId,
        number: formatOrderNumber(order),
        state: row.state,
        way: row.way,
        reason: row.reason,
        text: row.text,
        pictures: row.pictures.flatMap((id) => pictureOf(pictures, id) ?? []),
        name: textIn(context.locale, line.title),
        picture: pictureOf(pictures, line.picture),
        from: held(line, row.pieces[0] ?? 0, row.createdAt).values.map((value) => textIn(context.locale, value)),
        to: row.values.map((value) => textIn(context.locale, value)),
        quantity: row.pieces.length,
        slip: presentExchangeTotals(row),
        settledAt: row.settledAt?.toISOString() ?? null,
        payTo: isToPay(row) ? { bank, account, holder } : null,
        carrier: row.carrier,
        tracking: row.tracking,
        decision: row.decision,
        doneAt: row.doneAt?.toISOString() ?? null,
        buyer: order.name,
        restocked: row.restocked,
      },
    ]
  })
}

const forCustomer = ({ buyer: _buyer, restocked: _stock, ...rest }: ConsoleExchange): Exchange => rest

const rowsOf = (
  context: Context,
  where: SQL | undefined,
  { order = [], limit = 1000, offset = 0 }: { order?: SQL[]; limit?: number; offset?: number } = {},
) =>
  context.database
    .select()
    .from(shopExchanges)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)

const readExchange = async (context: Context, where: SQL | undefined): Promise<{ exchange: ConsoleExchange }> => {
  const [exchange] = await present(context, await rowsOf(context, where))
  if (!exchange) throw new AppError('not_found')
  return { exchange }
}

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

interface Move {
  to: keyof typeof exchangeTransitions
  from?: readonly ExchangeState[]
  values?: Partial<ExchangeRow>
  /** Further condition of the `UPDATE`. */
  and?: SQL
  /** Error of an exchange whose state is right but which does not meet `and`. */
  refusal?: string
}

/** Changes the state by compare-and-set; throws `not_found` or `conflict`. */
const changeExchangeState = async (
  within: Context,
  where: SQL | undefined,
  { to, from = exchangeTransitions[to], values = {}, refusal = 'exchange_state', ...rest }: Move,
): Promise<{ row: ExchangeRow; order: OrderRow }> => {
  const [row] = await changeRows(within, shopExchanges, { ...values, state: to })
    .where(and(where, inArray(shopExchanges.state, [...from]), rest.and))
    .returning()
  if (!row) {
    const { exchange } = await readExchange(within, where)
    const state = from.includes(exchange.state) ? refusal : 'exchange_state'
    throw new AppError('conflict', { fields: { state } })
  }
  const order = await findOrder(within, eq(shopOrders.id, row.orderId))
  await recordEvent(
    within,
    order.id,
    `exchange_${to}`,
    to === 'shipped' ? `${row.carrier} ${row.tracking}` : row.decision,
  )
  if (within.scope.principal?.scopes.includes('console')) await auditExchange(within, row, order, { state: to })
  return { row, order }
}

/**
 * Reverts an exchange: the new pieces go back into stock, and pieces that were restocked leave it for the customer
 * again. Throws `conflict` if those were sold meanwhile.
 */
const revertExchange = async (within: Context, row: ExchangeRow): Promise<void> => {
  await releasePieces(within, row.id)
  const about = { kind: 'exchange', orderId: row.orderId } as const
  // Increase stock first: if both options are the same, this piece is the one that leaves below.
  if (row.optionId) await moveStock(within, [{ option: row.optionId, amount: row.pieces.length }], about)
  if (!row.restocked) return
  const left = await optionsBeforeExchange(within, row)
  await moveStock(
    within,
    left.map(({ option, amount }) => ({ option, amount: -amount })),
    about,
  )
}

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
      await releasePieces(within, row.id)
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
        await refundPayment(within, { order: order.id, amount: row.balance, account: null, byHand: true })
      await sendOrderMail(within, order, 'exchangeRefused', { note: body.reason })
      return readExchange(within, byId(params.id))
    }),
}
