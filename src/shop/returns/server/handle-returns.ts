import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { textIn } from '#kit/i18n.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { decryptAccount } from '#kit/server/records/encrypt-account.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { moveStock } from '#shop/goods/server/find-goods.ts'
import { formatOrderNumber } from '#shop/orders/rules.ts'
import { findOrder, readLines, recordEvent } from '#shop/orders/server/present-orders.ts'
import { sendOrderMail } from '#shop/orders/server/send-order-mail.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { refundPayment } from '#shop/payments/server/record-payment.ts'
import { returnedPointDays, takeBackPoints, writePoints } from '#shop/points/server/write-points.ts'
import type { ConsoleReturn, returns as contract, Return } from '../contract.ts'
import type { ReturnState } from '../rules.ts'
import { type ReturnRow, shopReturns } from '../table.ts'
import { claimHandlers } from './create-claim-handlers.ts'
import {
  auditReturn,
  calculateReturn,
  encryptionLabel,
  lockOrder,
  optionsToRestock,
  readCurrentTotals,
  readOrders,
  recalculateReturn,
  releasePieces,
  requestReturn,
  takeBackReviewPoints,
} from './request-return.ts'

const present = async (context: Context, rows: readonly ReturnRow[]): Promise<ConsoleReturn[]> => {
  const orderOf = await readOrders(context, rows)
  const lines = await readLines(context, [...new Set(rows.map(({ orderId }) => orderId))])
  const [pictures, refunds, slipNow] = await Promise.all([
    findFiles(context, [...rows.flatMap((row) => row.pictures), ...lines.map(({ picture }) => picture)]),
    rows.length === 0
      ? { rows: [] }
      : context.database.execute<{ id: string }>(sql`
          SELECT return_id AS id FROM shop_payments
            WHERE ${inArray(
              sql`return_id`,
              rows.map(({ id }) => id),
            )} GROUP BY return_id HAVING bool_and(done_at IS NOT NULL)`),
    readCurrentTotals(context, rows, orderOf),
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
        number: formatOrderNumber(order),
        state: row.state,
        reason: row.reason,
        text: row.text,
        pictures: row.pictures.flatMap((id) => pictureOf(pictures, id) ?? []),
        slip: slipNow(row),
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

/** Removes the fields that customers do not see. */
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

const readReturn = async (context: Context, where: SQL | undefined): Promise<{ return: ConsoleReturn }> => {
  const [found] = await present(context, await rowsOf(context, where))
  if (!found) throw new AppError('not_found')
  return { return: found }
}

/** Changes the state by compare-and-set; throws `not_found` or `conflict`. */
const changeReturnState = async (
  within: Context,
  where: SQL | undefined,
  from: ReturnState[],
  values: Partial<ReturnRow>,
) => {
  const [row] = await changeRows(within, shopReturns, values)
    .where(and(where, inArray(shopReturns.state, from)))
    .returning()
  if (row) return row
  await readReturn(within, where)
  throw new AppError('conflict', { fields: { state: 'return_state' } })
}

const orderOf = (within: Context, row: ReturnRow) => findOrder(within, eq(shopOrders.id, row.orderId))

const claims = claimHandlers({
  entity: 'returns',
  columns: shopReturns,
  rows: rowsOf,
  count: (context, where) => context.database.$count(shopReturns, where),
  present,
  forCustomer,
  one: { shown: (shown: Return) => ({ return: shown }), listed: (listed: ConsoleReturn) => ({ return: listed }) },
  many: (listed: ConsoleReturn[], paging) => ({ returns: listed, ...paging }),
  async reckon(context, order, body: Parameters<typeof calculateReturn>[2]) {
    const { slip } = await calculateReturn(context, order, body)
    return { slip, back: slip.total }
  },
  ask: requestReturn,
  async withdraw(within, where) {
    const row = await changeReturnState(within, where, ['asked'], { state: 'withdrawn', sealed: null })
    await releasePieces(within, row.id)
    const order = await orderOf(within, row)
    await recordEvent(within, order.id, 'return_withdrawn')
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
      const row = await changeReturnState(within, where, ['asked'], { state: 'collected' })
      await recordEvent(within, row.orderId, 'return_collected')
      const order = await orderOf(within, row)
      await sendOrderMail(within, order, 'returnCollected')
      await auditReturn(within, row, order, { state: row.state })
      return readReturn(within, where)
    }),

  approve: (context, { params, body }) =>
    context.transaction(async (within) => {
      const where = eq(shopReturns.id, params.id)
      // Lock before calculating: the second of two returns of an order is calculated after the first.
      const held = sql`${shopOrders.id} = (SELECT order_id FROM shop_returns WHERE id = ${params.id}::uuid)`
      const order = await lockOrder(within, held)
      // Read before the decision, which deletes the account; the refund stores its own copy until it is sent.
      const [open] = await within.database.select().from(shopReturns).where(where)
      if (!open) throw new AppError('not_found')
      if (open.state !== 'asked' && open.state !== 'collected')
        throw new AppError('conflict', { fields: { state: 'return_state' } })
      const slip = await recalculateReturn(within, order, open)
      if (slip.total !== body.total)
        throw new AppError('conflict', { fields: { total: 'return_total' }, current: { slip } })
      const values = {
        state: 'refunded',
        slip,
        decidedAt: within.now(),
        restocked: body.restock,
        sealed: null,
      } as const
      const row = await changeReturnState(within, where, ['asked', 'collected'], values)
      const account = open.sealed ? decryptAccount(within, encryptionLabel(row.id), open.sealed) : null
      await refundPayment(within, { order: order.id, returnId: row.id, amount: slip.total, account })
      if (order.userId) {
        const about = { userId: order.userId, orderId: order.id, source: row.id }
        await writePoints(within, { ...about, kind: 'back', amount: slip.points, leastDays: returnedPointDays })
        const given = { kind: 'purchase', source: order.id } as const
        if (order.confirmedAt) await takeBackPoints(within, { ...about, amount: slip.earns, given })
        await takeBackReviewPoints(within, order)
      }
      if (body.restock)
        await moveStock(within, await optionsToRestock(within, row), { kind: 'return', orderId: order.id })
      await recordEvent(within, order.id, 'refunded')
      await sendOrderMail(within, order, 'refunded', { amount: slip.total })
      await auditReturn(within, row, order, { total: slip.total, restock: body.restock })
      return readReturn(within, where)
    }),

  refuse: (context, { params, body }) =>
    context.transaction(async (within) => {
      const where = eq(shopReturns.id, params.id)
      const values = { state: 'refused', decision: body.reason, decidedAt: within.now(), sealed: null } as const
      const row = await changeReturnState(within, where, ['asked', 'collected'], values)
      await releasePieces(within, row.id)
      const order = await orderOf(within, row)
      await recordEvent(within, order.id, 'return_refused', body.reason)
      await sendOrderMail(within, order, 'refused', { note: body.reason })
      await auditReturn(within, row, order, { reason: body.reason })
      return readReturn(within, where)
    }),
}
