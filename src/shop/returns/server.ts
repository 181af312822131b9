import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf, requireOwnPictures } from '#kit/files/library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records.ts'
import { moveStock } from '#shop/goods/service.ts'
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
import { shopOrders } from '#shop/orders/table.ts'
import { giveBack, openAccount } from '#shop/payments/service.ts'
import { undoPoints, writePoints } from '#shop/points/service.ts'
import type { ConsoleReturn, returns as contract, Return } from './contract.ts'
import type { ReturnState } from './rules.ts'
import {
  askReturn,
  auditReturn,
  freePieces,
  optionsBack,
  ordersOf,
  reckonReturn,
  sealLabel,
  undoReviews,
} from './service.ts'
import { type ReturnRow, shopReturns } from './table.ts'

const present = async (context: Context, rows: readonly ReturnRow[]): Promise<ConsoleReturn[]> => {
  const orderOf = await ordersOf(context, rows)
  const lines = await linesOf(context, [...new Set(rows.map(({ orderId }) => orderId))])
  const [pictures, refunds] = await Promise.all([
    findFiles(context, [...rows.flatMap((row) => row.pictures), ...lines.map(({ picture }) => picture)]),
    rows.length === 0
      ? { rows: [] }
      : context.database.execute<{ id: string }>(sql`
          SELECT return_id AS id FROM shop_payments WHERE done_at IS NOT NULL
            AND ${inArray(
              sql`return_id`,
              rows.map(({ id }) => id),
            )}`),
  ])
  return rows.flatMap((row) => {
    const order = orderOf(row.orderId)
    if (!order) return []
    return [
      {
        _id: row.id,
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
        order: row.orderId,
        number: numberOf(order),
        state: row.state,
        reason: row.reason,
        text: row.text,
        pictures: row.pictures.flatMap((id) => pictureOf(pictures, id) ?? []),
        slip: row.slip,
        decision: row.decision,
        decidedAt: row.decidedAt?.toISOString() ?? null,
        lines: row.lines.flatMap(({ line: id, quantity }) => {
          const line = lines.find((one) => one.id === id)
          if (!line) return []
          return [
            {
              line: id,
              name: textIn(context.locale, line.title),
              values: line.values.map((value) => textIn(context.locale, value)),
              picture: pictureOf(pictures, line.picture),
              quantity,
            },
          ]
        }),
        buyer: order.name,
        restocked: row.restocked,
        refundDone: refunds.rows.some(({ id }) => id === row.id),
      },
    ]
  })
}

/** What a customer reads of it. */
const forCustomer = ({ buyer: _buyer, restocked: _stock, refundDone: _done, ...rest }: ConsoleReturn): Return => rest

const pageOf = async (
  context: Context,
  where: SQL | undefined,
  { page, limit }: { page: number; limit: number },
  direction = desc,
) => {
  const [rows, total] = await Promise.all([
    context.database
      .select()
      .from(shopReturns)
      .where(where)
      .orderBy(direction(shopReturns.createdAt), direction(shopReturns.id))
      .limit(limit)
      .offset((page - 1) * limit),
    context.database.$count(shopReturns, where),
  ])
  return { returns: await present(context, rows), total, page, limit }
}

const one = async (context: Context, where: SQL | undefined): Promise<{ return: ConsoleReturn }> => {
  const rows = await context.database.select().from(shopReturns).where(where)
  const [found] = await present(context, rows)
  if (!found) throw new AppError('not_found')
  return { return: found }
}

const ask = async (context: Context, where: SQL | undefined, body: Parameters<typeof askReturn>[2]) => {
  const row = await askReturn(context, where, body)
  const [found] = await present(context, [row])
  if (!found) throw new AppError('not_found')
  return { return: forCustomer(found) }
}

const preview = async (context: Context, where: SQL | undefined, body: Parameters<typeof reckonReturn>[2]) => ({
  slip: (await reckonReturn(context, await findOrder(context, where), body)).slip,
})

/**
 * Brings a return into another state, if it is still in one that allows it and, where a sum is given, that sum is still
 * the one to be given back. Refuses with `conflict` otherwise, `not_found` where there is no such return.
 */
const move = async (
  within: Context,
  where: SQL | undefined,
  from: ReturnState[],
  values: Partial<ReturnRow>,
  total?: number,
) => {
  const sameTotal = total === undefined ? undefined : sql`(${shopReturns.slip} ->> 'total')::bigint = ${total}`
  const [row] = await changeRows(within, shopReturns, values)
    .where(and(where, inArray(shopReturns.state, from), sameTotal))
    .returning()
  if (row) return row
  await one(within, where)
  throw new AppError('conflict', { fields: { state: 'return_state' } })
}

const orderOf = (within: Context, row: ReturnRow) => findOrder(within, eq(shopOrders.id, row.orderId))

const withdraw = (context: Context, own: SQL | undefined) =>
  context.transaction(async (within) => {
    const row = await move(within, own, ['asked'], { state: 'withdrawn', sealed: null })
    await freePieces(within, row.id)
    const order = await orderOf(within, row)
    await noteEvent(within, order.id, 'return_withdrawn')
    await sendOrderMail(within, order, 'returnWithdrawn')
    return { return: forCustomer((await one(within, own)).return) }
  })

export const returnHandlers: Handlers<typeof contract> = {
  async mine(context, { query }) {
    const { returns, ...paging } = await pageOf(context, eq(shopReturns.userId, context.principal.userId), query)
    return { returns: returns.map(forCustomer), ...paging }
  },
  preview: (context, { params, body }) => preview(context, ownedBy(context, params.id), body),
  async ask(context, { params, body }) {
    await findOrder(context, ownedBy(context, params.id))
    await requireOwnPictures(context, body.pictures)
    return ask(context, ownedBy(context, params.id), body)
  },
  withdraw: (context, { params }) =>
    withdraw(context, and(eq(shopReturns.id, params.id), eq(shopReturns.userId, context.principal.userId))),
  guestPreview: (context, { params, body }) => preview(context, ofTicket(params.ticket), body),
  guestAsk: (context, { params, body }) => ask(context, ofTicket(params.ticket), body),
  guestWithdraw: (context, { params }) =>
    withdraw(context, and(eq(shopReturns.id, params.id), withTicket(shopReturns.orderId, params.ticket))),

  async list(context, { query }) {
    const { state, order, q } = query
    const where = and(
      state ? eq(shopReturns.state, state) : undefined,
      order ? eq(shopReturns.orderId, order) : undefined,
      q
        ? sql`EXISTS (SELECT FROM shop_orders WHERE id = ${shopReturns.orderId} AND strpos(name, ${q}) > 0)`
        : undefined,
    )
    return pageOf(context, where, query, query.sort.startsWith('-') ? desc : asc)
  },
  get: (context, { params }) => one(context, eq(shopReturns.id, params.id)),

  collect: (context, { params }) =>
    context.transaction(async (within) => {
      const where = eq(shopReturns.id, params.id)
      const row = await move(within, where, ['asked'], { state: 'collected' })
      await noteEvent(within, row.orderId, 'return_collected')
      const order = await orderOf(within, row)
      await sendOrderMail(within, order, 'returnCollected')
      await auditReturn(within, row, order, { state: row.state })
      return one(within, where)
    }),

  approve: (context, { params, body }) =>
    context.transaction(async (within) => {
      const where = eq(shopReturns.id, params.id)
      // Read before the decision, which drops it; the refund keeps its own until it is sent.
      const [open] = await within.database.select({ sealed: shopReturns.sealed }).from(shopReturns).where(where)
      const values = {
        state: 'refunded',
        decidedAt: within.now(),
        restocked: body.restock,
        sealed: null,
      } as const
      const row = await move(within, where, ['asked', 'collected'], values, body.total)
      const order = await orderOf(within, row)
      const { slip } = row
      const account = open?.sealed ? openAccount(within, sealLabel(row.id), open.sealed) : null
      await giveBack(within, { order: order.id, returnId: row.id, amount: slip.total, account })
      if (order.userId) {
        const about = { userId: order.userId, orderId: order.id, source: row.id }
        await writePoints(within, { ...about, kind: 'back', amount: slip.points })
        const given = { kind: 'purchase', source: order.id } as const
        if (order.confirmedAt) await undoPoints(within, { ...about, amount: slip.earns, given })
        await undoReviews(within, order)
      }
      if (body.restock)
        await moveStock(within, await optionsBack(within, row.id), { kind: 'return', orderId: order.id })
      await noteEvent(within, order.id, 'refunded')
      await sendOrderMail(within, order, 'refunded', { amount: slip.total })
      await auditReturn(within, row, order, { total: slip.total, restock: body.restock })
      return one(within, where)
    }),

  refuse: (context, { params, body }) =>
    context.transaction(async (within) => {
      const where = eq(shopReturns.id, params.id)
      const values = { state: 'refused', decision: body.reason, decidedAt: within.now(), sealed: null } as const
      const row = await move(within, where, ['asked', 'collected'], values)
      await freePieces(within, row.id)
      const order = await orderOf(within, row)
      await noteEvent(within, order.id, 'return_refused', body.reason)
      await sendOrderMail(within, order, 'refused', { note: body.reason })
      await auditReturn(within, row, order, { reason: body.reason })
      return one(within, where)
    }),
}
