import { and, eq, isNull } from 'drizzle-orm'
import { ProviderUnsure } from '#kit/ports/provider-call.ts'
import type { Context } from '#kit/server/context.ts'
import { changeRows } from '#kit/server/records/records.ts'
import { formatOrderNumber } from '#shop/orders/rules.ts'
import { findOrder } from '#shop/orders/server/find-order.ts'
import { type OrderRow, shopOrders } from '#shop/orders/table.ts'
import { CardRefused } from '../rules-card-provider.ts'
import { type CardAttemptRow, shopPayments } from '../table.ts'
import { findCardProvider } from './choose-provider.ts'
import { findAttempt } from './find-attempt.ts'

/** Reason of a refund, by which it is found again at the provider. */
const refundReason = (order: OrderRow, id: string) => `${formatOrderNumber(order)} ${id}`

/** Refunds at the provider exactly once: after a lost answer, the payment tells whether the refund was made. */
export const cancelAtProvider = async (
  context: Context,
  attempt: CardAttemptRow,
  { id, amount }: { id: string; amount: number | null },
): Promise<void> => {
  const provider = findCardProvider(context.services.settings.cardUrl)
  if (provider?.name !== attempt.provider) throw new CardRefused({ code: 'NO_PROVIDER', text: attempt.provider })
  const order = await findOrder(context, eq(shopOrders.id, attempt.orderId))
  const reason = refundReason(order, id)
  const payment = await provider.read({ attempt: attempt.id, key: attempt.paymentKey })
  if (!payment) throw new CardRefused({ code: 'NOT_FOUND_PAYMENT', text: '' })
  const cancellation = payment.returned.findLast((one) => one.reason === reason)
  // A full refund (`amount` null) is done if staff have cancelled the payment at the provider.
  if (cancellation?.state === 'done' || (amount === null && payment.status === 'failed')) return
  if (cancellation?.state === 'pending') throw new ProviderUnsure('the cancellation is not done yet')
  if (cancellation?.state === 'failed') throw new CardRefused({ code: 'CANCELLATION_FAILED', text: '' })
  await provider.cancel({
    attempt: attempt.id,
    key: attempt.paymentKey,
    amount,
    left: payment.amount,
    id,
    reason,
  })
}

/** Refunds to the card. If the provider refuses, its message is stored and staff take over. */
export const sendCardRefund = async (context: Context, id: string): Promise<void> => {
  const open = and(eq(shopPayments.id, id), eq(shopPayments.method, 'card'), isNull(shopPayments.doneAt))
  const [row] = await context.database.select().from(shopPayments).where(open)
  if (!row?.attemptId) return
  const attempt = await findAttempt(context, row.attemptId, undefined)
  try {
    await cancelAtProvider(context, attempt, { id, amount: row.amount })
  } catch (error) {
    if (!(error instanceof CardRefused)) throw error
    await changeRows(context, shopPayments, { refusal: error.message.slice(0, 300) }).where(open)
    context.services.log.error({ refund: id, cause: error.message }, 'the provider refuses a refund')
    return
  }
  await changeRows(context, shopPayments, { doneAt: context.now(), refusal: '' }).where(open)
}
