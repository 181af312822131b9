import { and, eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/samples.ts'
import { buildOrder, refundAccount } from '#shop/orders/factory.ts'
import type { payments as contract } from './contract.ts'
import { giveBack } from './service.ts'
import { type PaymentRow, shopPayments } from './table.ts'

/** A refund of a paid order that is due. */
export const buildRefund = async (context: Context, amount = 10_000): Promise<PaymentRow> => {
  const order = await buildOrder(context, { state: 'paid' })
  await giveBack(context, { order: order.id, amount, account: refundAccount })
  const where = and(eq(shopPayments.orderId, order.id), eq(shopPayments.kind, 'refund'))
  const [row] = await context.database.select().from(shopPayments).where(where)
  if (!row) throw new Error('No refund')
  return row
}

export const samples: Samples<typeof contract> = {
  done: async (context) => ({ params: { id: (await buildRefund(context)).id }, body: { note: '송금' } }),
}
