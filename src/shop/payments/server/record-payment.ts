import { violatedConstraint } from '#kit/db/pool.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/server/context.ts'
import type { Method } from '../rules.ts'
import { shopPayments } from '../table.ts'

/** Records the payment of an order once; free orders have none. Throws `conflict` if it is already recorded. */
export const recordPayment = async (
  context: Context,
  {
    order,
    amount,
    method,
    note,
    attempt = null,
    exchange = null,
  }: {
    order: string
    amount: number
    method: Method
    note: string
    attempt?: string | null
    /** Exchange that the payment is for, besides the order itself. */
    exchange?: string | null
  },
): Promise<void> => {
  if (amount === 0) return
  const now = context.now()
  try {
    await context.database.insert(shopPayments).values({
      id: context.newId(),
      orderId: order,
      kind: 'payment',
      method,
      amount,
      note,
      attemptId: attempt,
      exchangeId: exchange,
      doneAt: now,
      createdAt: now,
      updatedAt: now,
    })
  } catch (error) {
    if (!['shop_payments_once', 'shop_payments_exchange'].includes(violatedConstraint(error))) throw error
    throw new AppError('conflict', { fields: { state: 'order_state' } })
  }
}
