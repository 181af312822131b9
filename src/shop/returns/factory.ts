import { eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildOrder, refundAccount } from '#shop/orders/factory.ts'
import { type OrderRow, shopOrderLines, shopOrders } from '#shop/orders/table.ts'
import type { returns as contract } from './contract.ts'
import { requestReturn } from './server/request-return.ts'
import type { ReturnRow } from './table.ts'

/** Creates a delivered order of three pieces and the input to return one of them. */
export const buildDelivered = async (context: Context, userId: string | null = null) => {
  const order = await buildOrder(context, { userId, state: 'delivered', quantity: 3 })
  const [line] = await context.database.select().from(shopOrderLines).where(eq(shopOrderLines.orderId, order.id))
  if (!line) throw new Error('The order has no line')
  return { order, line, wanted: { lines: [{ line: line.id, quantity: 1 }], reason: 'fault' as const } }
}

export const buildReturn = async (
  context: Context,
  userId: string | null = null,
): Promise<ReturnRow & { of: OrderRow }> => {
  const { order, wanted } = await buildDelivered(context, userId)
  const row = await requestReturn(context, eq(shopOrders.id, order.id), { ...wanted, text: '', account: refundAccount })
  return { ...row, of: order }
}

const own = async (context: Context) => {
  const { order, wanted } = await buildDelivered(context, context.principal.userId)
  return { params: { id: order.id }, body: wanted }
}
const guests = async (context: Context) => {
  const { order, wanted } = await buildDelivered(context)
  return { params: { ticket: order.ticket ?? '' }, body: wanted }
}
const desk = async (context: Context) => ({ params: { id: (await buildReturn(context)).id } })

export const samples: Samples<typeof contract> = {
  preview: own,
  ask: async (context) => {
    const { params, body } = await own(context)
    return { params, body: { ...body, account: refundAccount } }
  },
  withdraw: async (context) => ({ params: { id: (await buildReturn(context, context.principal.userId)).id } }),
  guestPreview: guests,
  guestAsk: async (context) => {
    const { params, body } = await guests(context)
    return { params, body: { ...body, account: refundAccount } }
  },
  guestWithdraw: async (context) => {
    const { id, of } = await buildReturn(context)
    return { params: { ticket: of.ticket ?? '', id } }
  },
  get: desk,
  collect: desk,
  approve: async (context) => {
    const row = await buildReturn(context)
    return { params: { id: row.id }, body: { total: row.slip.total, restock: true } }
  },
  refuse: async (context) => ({ ...(await desk(context)), body: { reason: '사용한 흔적이 있습니다.' } }),
}
