import { and, eq, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { readConditions } from '#shop/conditions/server/read-conditions.ts'
import type { PaymentMethodName } from '../rules.ts'
import { type OrderRow, shopOrders } from '../table.ts'
import { assertPaymentMethod, paymentDeadline } from './check-checkout-options.ts'
import { findOrder } from './find-order.ts'
import { sendOrderMail } from './send-order-mail.ts'

/** Changes the payment method. Stock is held for days for a transfer, for minutes for a card. */
export const changePaymentMethod = async (
  within: Context,
  where: SQL | undefined,
  { payment, depositor }: { payment: PaymentMethodName; depositor: string },
): Promise<OrderRow> => {
  const conditions = await readConditions(within)
  assertPaymentMethod(within, conditions, { payment, depositor })
  const now = within.now()
  const isOpen = and(eq(shopOrders.state, 'ordered'), sql`${shopOrders.payUntil} > ${now.toISOString()}::timestamptz`)
  const before = await findOrder(within, where)
  if (before.payment === payment) return before
  // The deadline counts from the order, so switching back and forth does not hold stock longer; an earlier promise is
  // never shortened.
  const until = paymentDeadline(before.createdAt, payment, conditions.payDays).toISOString()
  const [row] = await changeRows(within, shopOrders, {
    payment,
    ...(payment === 'bank' && { depositor }),
    payUntil: sql`greatest(${shopOrders.payUntil}, ${until}::timestamptz)`,
  })
    .where(and(where, isOpen, eq(shopOrders.payment, before.payment)))
    .returning()
  if (!row) throw new AppError('conflict', { fields: { state: 'order_state' } })
  if (payment === 'bank') await sendOrderMail(within, row, 'ordered')
  return row
}
