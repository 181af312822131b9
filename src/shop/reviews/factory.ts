import { eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildUser } from '#people/users/factory.ts'
import { buildGood } from '#shop/goods/factory.ts'
import { buildOrder } from '#shop/orders/factory.ts'
import { shopOrderLines } from '#shop/orders/table.ts'
import type { reviews as contract } from './contract.ts'
import { type ReviewRow, shopReviews } from './table.ts'

/** Creates a delivered order line of an account. */
export const buildPurchase = async (context: Context, userId: string) => {
  const order = await buildOrder(context, { userId, state: 'delivered' })
  const [line] = await context.database.select().from(shopOrderLines).where(eq(shopOrderLines.orderId, order.id))
  if (!line) throw new Error('The order has no line')
  return line
}

export const buildReview = async (context: Context, userId?: string): Promise<ReviewRow> => {
  const writer = userId ?? (await buildUser(context)).id
  const line = await buildPurchase(context, writer)
  const now = context.now()
  const [row] = await context.database
    .insert(shopReviews)
    .values({
      id: context.newId(),
      lineId: line.id,
      goodId: line.goodId,
      userId: writer,
      writer: '차*은',
      rating: 5,
      text: '빛깔이 곱습니다.',
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (!row) throw new Error('No review')
  return row
}

export const samples: Samples<typeof contract> = {
  ofProduct: async (context) => ({ params: { id: (await buildGood(context)).good.id } }),
  write: async (context) => ({
    body: { line: (await buildPurchase(context, context.principal.userId)).id, rating: 5, text: '빛깔이 곱습니다.' },
  }),
  get: async (context) => ({ params: { id: (await buildReview(context)).id } }),
  answer: async (context) => ({ params: { id: (await buildReview(context)).id }, body: { reply: '고맙습니다.' } }),
}
