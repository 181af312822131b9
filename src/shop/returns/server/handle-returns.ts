import { desc, eq, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { decryptAccount } from '#kit/server/records/encrypt-account.ts'
import { moveStock } from '#shop/goods/server/move-stock.ts'
import { findOrder, lockOrder, readLines } from '#shop/orders/server/find-order.ts'
import { recordEvent } from '#shop/orders/server/record-event.ts'
import { sendOrderMail } from '#shop/orders/server/send-order-mail.ts'
import { shopOrders } from '#shop/orders/table.ts'
import { refundPayment } from '#shop/payments/server/refund-payment.ts'
import { takeBackPoints } from '#shop/points/server/take-back-points.ts'
import { returnedPointDays, writePoints } from '#shop/points/server/write-points.ts'
import type { ConsoleReturn, returns as contract, Return } from '../contract.ts'
import { type ReturnRow, shopReturns } from '../table.ts'
import { calculateReturn, piecesOfReturn, recalculateReturn } from './calculate-return.ts'
import { auditReturn, changeReturnState } from './change-return-state.ts'
import { claimHandlers } from './create-claim-handlers.ts'
import { forCustomer, present, readReturn, rowsOf } from './present-returns.ts'
import { groupByOption } from './read-current-pieces.ts'
import { encryptionLabel, requestReturn } from './request-return.ts'
import { releasePieces } from './reserve-pieces.ts'
import { takeBackReviewPoints } from './take-back-review-points.ts'

export const orderOf = (within: Context, row: ReturnRow) => findOrder(within, eq(shopOrders.id, row.orderId))

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
    await releasePieces(within, { returnId: row.id })
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
        if (order.confirmedAt) await takeBackPoints(within, { ...about, amount: slip.earns, grant: given })
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
      await releasePieces(within, { returnId: row.id })
      const order = await orderOf(within, row)
      await recordEvent(within, order.id, 'return_refused', body.reason)
      await sendOrderMail(within, order, 'refused', { note: body.reason })
      await auditReturn(within, row, order, { reason: body.reason })
      return readReturn(within, where)
    }),
}

/** Returns the options as which the pieces of a return are restocked. */
export const optionsToRestock = async (within: Context, { id, orderId }: ReturnRow) =>
  groupByOption(within, await readLines(within, [orderId]), await piecesOfReturn(within, id))
