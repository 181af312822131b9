import type { SQL } from 'drizzle-orm'
import type { BankAccount } from '#kit/bank-account.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { returnCoupon } from '#shop/coupons/server/redeem-coupon.ts'
import { moveStock } from '#shop/goods/server/move-stock.ts'
import { refundPayment } from '#shop/payments/server/refund-payment.ts'
import { returnedPointDays, writePoints } from '#shop/points/server/write-points.ts'
import { type CancelReason, customerCancellable, orderTransitions } from '../rules.ts'
import type { OrderRow } from '../table.ts'
import { changeState } from './change-order-state.ts'
import { isPaid, readLines, sumRefunds } from './find-order.ts'
import { sendOrderMail } from './send-order-mail.ts'

/** Reverts what the order took: stock, points, coupon and money. */
const revertOrder = async (within: Context, row: OrderRow, account: BankAccount | null) => {
  const lines = await readLines(within, [row.id])
  const back = lines.flatMap(({ optionId, quantity }) => (optionId ? [{ option: optionId, amount: quantity }] : []))
  if (row.userId && row.couponId) await returnCoupon(within, row.couponId, row.userId, row.id)
  if (row.userId && row.points > 0)
    await writePoints(within, {
      userId: row.userId,
      kind: 'back',
      amount: row.points,
      orderId: row.id,
      source: row.id,
      leastDays: row.cancelReason === 'staff' ? returnedPointDays : 0,
    })
  await moveStock(within, back, { kind: 'cancel', orderId: row.id })
  if (!(await isPaid(within, row.id))) return
  // Part or all may already be refunded at the card provider.
  const gone = (await sumRefunds(within, [row.id]))(row.id)
  await refundPayment(within, { order: row.id, amount: row.total - gone, account })
}

/** Mail by reason: it says who cancelled. */
const mailByReason = { customer: 'cancelled', staff: 'cancelledByStaff', unpaid: 'overdue' } as const

interface Cancel {
  reason: CancelReason
  note?: string
  account?: BankAccount | null
  and?: SQL
}

/** Cancels an order before it is shipped. */
export const cancelOrder = async (within: Context, where: SQL | undefined, cancel: Cancel): Promise<OrderRow> => {
  const { reason, note = '', account = null } = cancel
  const row = await changeState(within, where, {
    to: 'cancelled',
    from: reason === 'staff' ? orderTransitions.cancelled : reason === 'unpaid' ? ['ordered'] : customerCancellable,
    values: { cancelledAt: within.now(), cancelReason: reason },
    note,
    ...(cancel.and && { and: cancel.and }),
  })
  // A transfer is refunded to an account, which the customer must name; a card is refunded automatically.
  if (reason === 'customer' && row.paidAt && row.payment === 'bank' && row.total > 0 && !account)
    throw new AppError('invalid', { fields: { account: 'required' } })
  await revertOrder(within, row, account)
  await sendOrderMail(within, row, mailByReason[reason], { note })
  return row
}
