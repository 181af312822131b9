import { and, eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildOrder, refundAccount } from '#shop/orders/factory.ts'
import { shopOrders } from '#shop/orders/table.ts'
import type { payments as contract } from './contract.ts'
import { refundPayment } from './server/refund-payment.ts'
import { type PaymentRow, shopCardAttempts, shopPayments } from './table.ts'

/** Creates a due refund of a paid order. */
export const buildRefund = async (context: Context, amount = 10_000): Promise<PaymentRow> => {
  const order = await buildOrder(context, { state: 'paid' })
  await refundPayment(context, { order: order.id, amount, account: refundAccount })
  const where = and(eq(shopPayments.orderId, order.id), eq(shopPayments.kind, 'refund'))
  const [row] = await context.database.select().from(shopPayments).where(where)
  if (!row) throw new Error('No refund')
  return row
}

/** Creates an order that waits for a card payment, with one failed attempt. */
export const buildCardOrder = async (context: Context, userId: string | null = null) => {
  const order = await buildOrder(context, { userId })
  await context.database.update(shopOrders).set({ payment: 'card' }).where(eq(shopOrders.id, order.id))
  const now = context.now()
  const attempt = {
    id: context.newId(),
    orderId: order.id,
    provider: 'toss' as const,
    amount: order.total,
    state: 'failed' as const,
    refusal: 'closed' as const,
    createdAt: now,
    updatedAt: now,
  }
  await context.database.insert(shopCardAttempts).values(attempt)
  return { order, attempt: attempt.id }
}

/** Creates a stray card payment. */
export const buildStray = async (context: Context, refusalText = '') => {
  const { order, attempt } = await buildCardOrder(context)
  await context.database
    .update(shopCardAttempts)
    .set({ state: 'stray', refusal: 'late', received: order.total, refusalText })
    .where(eq(shopCardAttempts.id, attempt))
  return { order, attempt }
}

const own = async (context: Context) => {
  const { order, attempt } = await buildCardOrder(context, context.principal.userId)
  return { id: order.id, attempt }
}
const guests = async (context: Context) => {
  const { order, attempt } = await buildCardOrder(context)
  return { ticket: order.ticket ?? '', attempt }
}

export const samples: Samples<typeof contract> = {
  openCard: async (context) => ({ params: { id: (await own(context)).id } }),
  endCard: async (context) => ({ params: await own(context), body: { code: 'USER_CANCEL' } }),
  guestOpenCard: async (context) => ({ params: { ticket: (await guests(context)).ticket } }),
  guestEndCard: async (context) => ({ params: await guests(context), body: { code: 'USER_CANCEL' } }),
  strayDone: async (context) => ({
    params: { id: (await buildStray(context)).attempt },
    body: { note: '결제사에서 취소' },
  }),
  account: async (context) => ({
    params: { id: (await buildRefund(context)).id },
    body: { reason: '환불 송금' },
  }),
  done: async (context) => ({ params: { id: (await buildRefund(context)).id }, body: { note: '송금' } }),
}
