import { eq } from 'drizzle-orm'
import { ById } from '#kit/contract.ts'
import type { DescribeAsked } from '#kit/module/module.ts'
import { m } from '#messages/messages.js'
import { describeOrder } from '#shop/orders/service.ts'
import { shopReturns } from './table.ts'

export const describeApproval: DescribeAsked = async (context, { params }) => {
  const [row] = await context.database
    .select()
    .from(shopReturns)
    .where(eq(shopReturns.id, ById.parse(params).id))
  return row ? describeOrder(context, { orderId: row.orderId, sum: row.slip.total }, m.returns_asked_approve) : null
}
