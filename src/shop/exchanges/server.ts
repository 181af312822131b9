import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf, requireOwnPictures } from '#kit/files/library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records.ts'
import { readConditions } from '#shop/conditions/service.ts'
import { moveStock, toldStock } from '#shop/goods/service.ts'
import {
  findOrder,
  linesOf,
  noteEvent,
  numberOf,
  ofTicket,
  ownedBy,
  sendOrderMail,
  withTicket,
} from '#shop/orders/service.ts'
import { type OrderRow, shopOrders } from '#shop/orders/table.ts'
import { giveBack, notePayment, openAccount } from '#shop/payments/service.ts'
import { ordersOf } from '#shop/returns/service.ts'
import type { ConsoleExchange, exchanges as contract, Exchange } from './contract.ts'
import { type ExchangeState, exchangeMoves } from './rules.ts'
import {
  askExchange,
  auditExchange,
  choicesOf,
  freeExchanged,
  reckonExchange,
  sealLabel,
  slipOfExchange,
} from './service.ts'
import { type ExchangeRow, shopExchanges } from './table.ts'

const isToPay = ({ state, balance, settledAt }: ExchangeRow): boolean =>
  balance > 0 && settledAt === null && (state === 'asked' || state === 'collected')

const present = async (context: Context, rows: readonly ExchangeRow[]): Promise<ConsoleExchange[]> => {
  const orderOf = await ordersOf(context, rows)
  const [lines, { bank, account, holder }] = await Promise.all([
    linesOf(context, [...new Set(rows.map(({ orderId }) => orderId))]),
    readConditions(context),
  ])
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
        number: numberOf(order),
        state: row.state,
        way: row.way,
        reason: row.reason,
        text: row.text,
        pictures: row.pictures.flatMap((id) => pictureOf(pictures, id) ?? []),
        name: textIn(context.locale, line.title),
        picture: pictureOf(pictures, line.picture),
        from: line.values.map((value) => textIn(context.locale, value)),
        to: row.values.map((value) => textIn(context.locale, value)),
        quantity: row.pieces.length,
        slip: slipOfExchange(row),
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

const one = async (context: Context, where: SQL | undefined): Promise<{ exchange: ConsoleExchange }> => {
  const [exchange] = await present(context, await context.database.select().from(shopExchanges).where(where))
  if (!exchange) throw new AppError('not_found')
  return { exchange }
}

const ofOrder = async (context: Context, where: SQL | undefined) => {
  const order = await findOrder(context, where)
  const rows = await context.database
    .select()
    .from(shopExchanges)
    .where(eq(shopExchanges.orderId, order.id))
    .orderBy(asc(shopExchanges.createdAt), asc(shopExchanges.id))
  return { exchanges: (await present(context, rows)).map(forCustomer) }
}

const choices = async (context: Context, where: SQL | undefined) => ({
  lines: (await choicesOf(context, await findOrder(context, where))).map(({ line, options }) => ({
    line,
    options: options.map(({ option, difference }) => ({
      _id: option.id,
      values: option.values.map((value) => textIn(context.locale, value)),
      stock: toldStock(option.stock),
      difference,
    })),
  })),
})

const preview = async (context: Context, where: SQL | undefined, body: Parameters<typeof reckonExchange>[2]) => ({
  slip: slipOfExchange(await reckonExchange(context, await findOrder(context, where), body)),
})

const ask = async (context: Context, where: SQL | undefined, body: Parameters<typeof askExchange>[2]) => {
  const [found] = await present(context, [await askExchange(context, where, body)])
  if (!found) throw new AppError('not_found')
  return { exchange: forCustomer(found) }
}

interface Move {
  to: keyof typeof exchangeMoves
  from?: readonly ExchangeState[]
  values?: Partial<ExchangeRow>
  /** Further condition, repeated by the statement. */
  and?: SQL
  /** What is said of an exchange in the right state that does not meet it. */
  refusal?: string
}

/** Brings an exchange into another state, if it is still in one that allows it; throws `not_found` or `conflict`. */
const move = async (
  within: Context,
  where: SQL | undefined,
  { to, from = exchangeMoves[to], values = {}, refusal = 'exchange_state', ...rest }: Move,
): Promise<{ row: ExchangeRow; order: OrderRow }> => {
  const [row] = await changeRows(within, shopExchanges, { ...values, state: to })
    .where(and(where, inArray(shopExchanges.state, [...from]), rest.and))
    .returning()
  if (!row) {
    const { exchange } = await one(within, where)
    const state = from.includes(exchange.state) ? refusal : 'exchange_state'
    throw new AppError('conflict', { fields: { state } })
  }
  const order = await findOrder(within, eq(shopOrders.id, row.orderId))
  await noteEvent(
    within,
    order.id,
    `exchange_${to}`,
    to === 'shipped' ? `${row.carrier} ${row.tracking}` : row.decision,
  )
  if (within.scope.principal?.scopes.includes('console')) await auditExchange(within, row, order, { state: to })
  return { row, order }
}

/** An exchange that comes to nothing: the new pieces are in stock again, and what was paid for it goes back. */
const undo = async (within: Context, row: ExchangeRow): Promise<void> => {
  await freeExchanged(within, row.id)
  if (row.optionId)
    await moveStock(within, [{ option: row.optionId, amount: row.pieces.length }], {
      kind: 'exchange',
      orderId: row.orderId,
    })
}

/** What of a customer's money was taken for an exchange that is refused. */
const isPaidFor = (row: ExchangeRow) => row.balance > 0 && row.settledAt !== null

const byId = (id: string) => eq(shopExchanges.id, id)
const isSettled = sql`(${shopExchanges.balance} <= 0 OR ${shopExchanges.settledAt} IS NOT NULL)`

/** What was paid for it is given back by staff, who refuse it: they have the account. */
const withdraw = (context: Context, own: SQL | undefined) =>
  context.transaction(async (within) => {
    const { row, order } = await move(within, own, {
      to: 'withdrawn',
      values: { sealed: null },
      and: sql`${shopExchanges.settledAt} IS NULL`,
      refusal: 'exchange_paid',
    })
    await undo(within, row)
    await sendOrderMail(within, order, 'exchangeWithdrawn')
    return { exchange: forCustomer((await one(within, own)).exchange) }
  })

/** Gives what the new pieces cost less back when they leave. `open`: as it was before its state was changed. */
const giveDifference = async (within: Context, row: ExchangeRow, open: Pick<ExchangeRow, 'sealed'> | undefined) => {
  if (row.balance >= 0) return
  const account = open?.sealed ? openAccount(within, sealLabel(row.id), open.sealed) : null
  await giveBack(within, { order: row.orderId, exchangeId: row.id, amount: -row.balance, account })
}

/** Read before the decision, which drops the account; the refund keeps its own until it is sent. */
const openExchange = async (within: Context, id: string) => {
  const [open] = await within.database
    .select({ sealed: shopExchanges.sealed, way: shopExchanges.way })
    .from(shopExchanges)
    .where(byId(id))
  return open
}

export const exchangeHandlers: Handlers<typeof contract> = {
  ofOrder: (context, { params }) => ofOrder(context, ownedBy(context, params.id)),
  choices: (context, { params }) => choices(context, ownedBy(context, params.id)),
  preview: (context, { params, body }) => preview(context, ownedBy(context, params.id), body),
  async ask(context, { params, body }) {
    await findOrder(context, ownedBy(context, params.id))
    await requireOwnPictures(context, body.pictures)
    return ask(context, ownedBy(context, params.id), body)
  },
  withdraw: (context, { params }) =>
    withdraw(context, and(byId(params.id), eq(shopExchanges.userId, context.principal.userId))),
  guestOfOrder: (context, { params }) => ofOrder(context, ofTicket(params.ticket)),
  guestChoices: (context, { params }) => choices(context, ofTicket(params.ticket)),
  guestPreview: (context, { params, body }) => preview(context, ofTicket(params.ticket), body),
  guestAsk: (context, { params, body }) => ask(context, ofTicket(params.ticket), body),
  guestWithdraw: (context, { params }) =>
    withdraw(context, and(byId(params.id), withTicket(shopExchanges.orderId, params.ticket))),

  async list(context, { query }) {
    const { state, order, q, page, limit } = query
    const where = and(
      state ? eq(shopExchanges.state, state) : undefined,
      order ? eq(shopExchanges.orderId, order) : undefined,
      q
        ? sql`EXISTS (SELECT FROM shop_orders WHERE id = ${shopExchanges.orderId} AND strpos(name, ${q}) > 0)`
        : undefined,
    )
    const direction = query.sort.startsWith('-') ? desc : asc
    const [rows, total] = await Promise.all([
      context.database
        .select()
        .from(shopExchanges)
        .where(where)
        .orderBy(direction(shopExchanges.createdAt), direction(shopExchanges.id))
        .limit(limit)
        .offset((page - 1) * limit),
      context.database.$count(shopExchanges, where),
    ])
    return { exchanges: await present(context, rows), total, page, limit }
  },
  get: (context, { params }) => one(context, byId(params.id)),

  collect: (context, { params, body }) =>
    context.transaction(async (within) => {
      const { row, order } = await move(within, byId(params.id), {
        to: 'collected',
        values: { restocked: body.restock },
      })
      const line = (await linesOf(within, [order.id])).find(({ id }) => id === row.lineId)
      if (body.restock && line?.optionId)
        await moveStock(within, [{ option: line.optionId, amount: row.pieces.length }], {
          kind: 'exchange',
          orderId: order.id,
        })
      await sendOrderMail(within, order, 'exchangeCollected')
      return one(within, byId(params.id))
    }),

  pay: (context, { params }) =>
    context.transaction(async (within) => {
      const open = and(
        byId(params.id),
        inArray(shopExchanges.state, ['asked', 'collected']),
        sql`${shopExchanges.balance} > 0 AND ${shopExchanges.settledAt} IS NULL`,
      )
      const [row] = await changeRows(within, shopExchanges, { settledAt: within.now() }).where(open).returning()
      const answer = await one(within, byId(params.id))
      if (!row) throw new AppError('conflict', { fields: { state: 'exchange_state' } })
      await notePayment(within, { order: row.orderId, amount: row.balance, method: 'bank', note: '', exchange: row.id })
      const order = await findOrder(within, eq(shopOrders.id, row.orderId))
      await auditExchange(within, row, order, { paid: row.balance })
      return answer
    }),

  ship: (context, { params, body }) =>
    context.transaction(async (within) => {
      const open = await openExchange(within, params.id)
      const { row, order } = await move(within, byId(params.id), {
        to: 'shipped',
        values: { ...body, sealed: null },
        and: sql`${isSettled} AND ${shopExchanges.way} = 'parcel'`,
        refusal: open?.way === 'pickup' ? 'exchange_way' : 'exchange_unpaid',
      })
      await giveDifference(within, row, open)
      await sendOrderMail(within, order, 'exchangeShipped', { note: `${row.carrier} ${row.tracking}` })
      return one(within, byId(params.id))
    }),

  finish: (context, { params }) =>
    context.transaction(async (within) => {
      const open = await openExchange(within, params.id)
      const isPickup = open?.way === 'pickup'
      const { row, order } = await move(within, byId(params.id), {
        to: 'done',
        from: [isPickup ? 'collected' : 'shipped'],
        values: { doneAt: within.now(), sealed: null },
        and: isSettled,
        refusal: 'exchange_unpaid',
      })
      await freeExchanged(within, row.id)
      // Of a parcel it went with it.
      if (isPickup) await giveDifference(within, row, open)
      await sendOrderMail(within, order, 'exchangeDone')
      return one(within, byId(params.id))
    }),

  refuse: (context, { params, body }) =>
    context.transaction(async (within) => {
      const { row, order } = await move(within, byId(params.id), {
        to: 'refused',
        values: { decision: body.reason, sealed: null },
      })
      await undo(within, row)
      // The money of a refused exchange goes back like any other; where to, staff ask.
      if (isPaidFor(row)) await giveBack(within, { order: order.id, amount: row.balance, account: null, byHand: true })
      await sendOrderMail(within, order, 'exchangeRefused', { note: body.reason })
      return one(within, byId(params.id))
    }),
}
