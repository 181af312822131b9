import { eq } from 'drizzle-orm'
import { ById } from '#kit/contract.ts'
import type { DescribeApproval } from '#kit/module/module.ts'
import { m } from '#messages/messages.js'
import { describeOrder } from '#shop/orders/server/describe-approval.ts'
import { returns } from '../contract.ts'
import { shopReturns } from '../table.ts'

/** Describes the approval with the requested amount; a different one is refused when the approval is carried out. */
export const describeApproval: DescribeApproval = async (context, { params, body }) => {
  const [row] = await context.database
    .select()
    .from(shopReturns)
    .where(eq(shopReturns.id, ById.parse(params).id))
  const { total } = returns.approve.body.parse(body)
  return row ? describeOrder(context, { orderId: row.orderId, sum: total }, m.returns_asked_approve) : null
}
