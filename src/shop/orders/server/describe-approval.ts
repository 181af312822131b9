import { eq } from 'drizzle-orm'
import { ById, type Locale } from '#kit/contract.ts'
import type { ApprovalSubject, DescribeApproval } from '#kit/module/module.ts'
import type { Context } from '#kit/server/context.ts'
import { m } from '#messages/messages.js'
import { formatOrderNumber } from '../rules.ts'
import { shopOrders } from '../table.ts'

type MessageOf = (inputs: { number: string; amount: string }, options: { locale: Locale }) => string

/** Describes an action that waits for approval: the order's number and the amount, by default its total. */
export const describeOrder = async (
  context: Context,
  { orderId, sum }: { orderId: string; sum?: number },
  message: MessageOf,
): Promise<ApprovalSubject | null> => {
  const [order] = await context.database.select().from(shopOrders).where(eq(shopOrders.id, orderId))
  if (!order) return null
  const amount = (sum ?? order.total).toLocaleString('ko-KR')
  return {
    title: message({ number: formatOrderNumber(order), amount }, { locale: context.locale }),
    to: `/console/shop/orders/${order.id}`,
  }
}

export const describeCancel: DescribeApproval = (context, { params }) =>
  describeOrder(context, { orderId: ById.parse(params).id }, m.orders_asked_cancel)
