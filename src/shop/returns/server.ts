import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records.ts'
import { moveStock } from '#shop/goods/service.ts'
import { findOrder, linesOf, noteEvent, numberOf, sendOrderMail } from '#shop/orders/service.ts'
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
import { claimHandlers } from './service-claims.ts'
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

const rowsOf = (
  context: Context,
  where: SQL | undefined,
  { order = [], limit = 1000, offset = 0 }: { order?: SQL[]; limit?: number; offset?: number } = {},
) =>
  context.database
    .select()
    .from(shopReturns)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)

const one = async (context: Context, where: SQL | undefined): Promise<{ return: ConsoleReturn }> => {
  const [found] = await present(context, await rowsOf(context, where))
  if (!found) throw new AppError('not_found')
  return { return: found }
}

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

const claims = claimHandlers({
  columns: shopReturns,
  rows: rowsOf,
  count: (context, where) => context.database.$count(shopReturns, where),
  present,
  forCustomer,
  one: { shown: (shown: Return) => ({ return: shown }), listed: (listed: ConsoleReturn) => ({ return: listed }) },
  many: (listed: ConsoleReturn[], paging) => ({ returns: listed, ...paging }),
  reckon: async (context, order, body: Parameters<typeof reckonReturn>[2]) =>
    (await reckonReturn(context, order, body)).slip,
  ask: askReturn,
  async withdraw(within, where) {
    const row = await move(within, where, ['asked'], { state: 'withdrawn', sealed: null })
    await freePieces(within, row.id)
    const order = await orderOf(within, row)
    await noteEvent(within, order.id, 'return_withdrawn')
    await sendOrderMail(within, order, 'returnWithdrawn')
  },
})

export const returnHandlers: Handlers<typeof contract> = {
  ...claims,
  async mine(context, { query: { page, limit } }) {
    const own = eq(shopReturns.userId, context.principal.userId)
    const part = { order: [desc(shopReturns.createdAt), desc(shopReturns.id)], limit, offset: (page - 1) * limit }
    const [rows, total] = await Promise.all([rowsOf(context, own, part), context.database.$count(shopReturns, own)])
    return { returns: (await present(context, rows)).map(forCustomer), total, page, limit }
  },

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
