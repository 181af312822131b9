import { eq } from 'drizzle-orm'
import { ById } from '#kit/contract.ts'
import type { DescribeAsked } from '#kit/module/module.ts'
import { m } from '#messages/messages.js'
import { describeOrder } from '#shop/orders/service.ts'
import { shopPayments } from './table.ts'

export const describeRefund: DescribeAsked = async (context, { params }) => {
  const [payment] = await context.database
    .select()
    .from(shopPayments)
    .where(eq(shopPayments.id, ById.parse(params).id))
  return payment
    ? describeOrder(context, { orderId: payment.orderId, sum: payment.amount }, m.payments_asked_done)
    : null
}
