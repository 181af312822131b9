import { and, eq } from 'drizzle-orm'
import { publishEvent } from '#kit/events/publish-event.ts'
import type { Context } from '#kit/server/context.ts'
import { lockOrder } from '#shop/orders/server/find-order.ts'
import { shopOrders } from '#shop/orders/table.ts'
import type { CardPayment } from '../rules-card-provider.ts'
import { type CardAttemptRow, shopPayments } from '../table.ts'
import { readCardBalance } from './refund-payment.ts'

/**
 * Records refunds of a paid attempt that staff made directly at the provider, so that the same money is not refunded
 * again. Requires a lock on the attempt: of concurrent webhooks, the first records them.
 */
export const recordProviderRefund = async (
  within: Context,
  attempt: CardAttemptRow,
  payment: CardPayment,
): Promise<void> => {
  const { id: attemptId, orderId } = attempt
  const refunds = await within.database
    .select({ id: shopPayments.id, amount: shopPayments.amount, elsewhere: shopPayments.elsewhere })
    .from(shopPayments)
    .where(and(eq(shopPayments.attemptId, attemptId), eq(shopPayments.kind, 'refund')))
  const isOurs = (reason: string) => refunds.some(({ id }) => reason.endsWith(id))
  const gone = payment.returned.filter(({ state, reason }) => state === 'done' && !isOurs(reason))
  const recorded = refunds.filter(({ elsewhere }) => elsewhere)
  const sumOf = (parts: readonly { amount: number }[]) => parts.reduce((sum, { amount }) => sum + amount, 0)
  if (sumOf(gone) <= sumOf(recorded)) return
  await lockOrder(within, eq(shopOrders.id, orderId))
  // Capped by what is left: a refund that is already due covers the rest, and staff close it once the provider refuses
  // it.
  const amount = Math.min(sumOf(gone) - sumOf(recorded), (await readCardBalance(within, orderId))?.left ?? 0)
  within.services.log.warn({ attempt: attemptId, amount }, 'a payment was cancelled at the provider of cards')
  if (amount === 0) return
  const now = within.now()
  await within.database.insert(shopPayments).values({
    id: within.newId(),
    orderId,
    kind: 'refund',
    method: 'card',
    amount,
    attemptId,
    elsewhere: true,
    doneAt: now,
    createdAt: now,
    updatedAt: now,
  })
  await publishEvent(within, { scope: 'console:shop' }, { topic: 'orders', id: orderId })
}
