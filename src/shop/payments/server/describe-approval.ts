import { eq } from 'drizzle-orm'
import { ById } from '#kit/contract.ts'
import type { DescribeApproval } from '#kit/module/module.ts'
import { m } from '#messages/messages.js'
import { describeOrder } from '#shop/orders/server/describe-approval.ts'
import { shopCardAttempts, shopPayments } from '../table.ts'

export const describeRefund: DescribeApproval = async (context, { params }) => {
  const [payment] = await context.database
    .select()
    .from(shopPayments)
    .where(eq(shopPayments.id, ById.parse(params).id))
  return payment
    ? describeOrder(context, { orderId: payment.orderId, sum: payment.amount }, m.payments_asked_done)
    : null
}

export const describeStray: DescribeApproval = async (context, { params }) => {
  const [attempt] = await context.database
    .select()
    .from(shopCardAttempts)
    .where(eq(shopCardAttempts.id, ById.parse(params).id))
  return attempt
    ? describeOrder(
        context,
        { orderId: attempt.orderId, sum: attempt.received || attempt.amount },
        m.payments_asked_stray,
      )
    : null
}
