import { eq } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { shopOptions } from '#shop/goods/table.ts'
import { type OrderRow, shopOrderLines, shopOrders } from '#shop/orders/table.ts'
import { buildDelivered } from '#shop/returns/factory.ts'
import type { exchanges as contract } from './contract.ts'
import { requestExchange } from './server/request-exchange.ts'
import { type ExchangeRow, shopExchanges } from './table.ts'

/** Adds a second option to the order's product; it costs `difference` won more and has ten in stock. */
export const buildSecondOption = async (context: Context, { id }: OrderRow, difference = 0) => {
  const [line] = await context.database.select().from(shopOrderLines).where(eq(shopOrderLines.orderId, id))
  if (!line) throw new Error('The order has no line')
  const option = {
    id: context.newId(),
    goodId: line.goodId ?? '',
    position: 9,
    values: [{ ko: '큰 것', en: 'Large', cn: '大' }],
    code: '',
    difference,
  }
  await context.database.insert(shopOptions).values(option)
  await context.database.update(shopOptions).set({ stock: 10 }).where(eq(shopOptions.id, option.id))
  const wanted = { line: line.id, quantity: 1, option: option.id, reason: 'fault' as const }
  return { line, option: option.id, wanted }
}

/** Creates a delivered order of three pieces, and an option to exchange one of them for. */
export const buildExchangeable = async (context: Context, userId: string | null = null, difference = 0) => {
  const { order } = await buildDelivered(context, userId)
  return { order, ...(await buildSecondOption(context, order, difference)) }
}

export const buildExchange = async (
  context: Context,
  userId: string | null = null,
  { difference = 0, state = 'asked' }: { difference?: number; state?: 'asked' | 'collected' | 'shipped' } = {},
): Promise<ExchangeRow & { of: OrderRow }> => {
  const { order, wanted } = await buildExchangeable(context, userId, difference)
  const body = { ...wanted, text: '', account: null }
  const row = await requestExchange(context, eq(shopOrders.id, order.id), body)
  if (state === 'asked') return { ...row, of: order }
  const parcel = state === 'shipped' ? { carrier: '시연택배', tracking: '4410-0000-288' } : {}
  await context.database
    .update(shopExchanges)
    .set({ state, ...parcel })
    .where(eq(shopExchanges.id, row.id))
  return { ...row, ...parcel, state, of: order }
}

const own = async (context: Context) => {
  const { order, wanted } = await buildExchangeable(context, context.principal.userId)
  return { params: { id: order.id }, body: wanted }
}
const guests = async (context: Context) => {
  const { order, wanted } = await buildExchangeable(context)
  return { params: { ticket: order.ticket ?? '' }, body: wanted }
}
const desk = async (context: Context, made?: Parameters<typeof buildExchange>[2]) => ({
  params: { id: (await buildExchange(context, null, made)).id },
})

export const samples: Samples<typeof contract> = {
  ofOrder: async (context) => ({ params: (await own(context)).params }),
  choices: async (context) => ({ params: (await own(context)).params }),
  preview: own,
  ask: own,
  withdraw: async (context) => ({ params: { id: (await buildExchange(context, context.principal.userId)).id } }),
  guestOfOrder: async (context) => ({ params: (await guests(context)).params }),
  guestChoices: async (context) => ({ params: (await guests(context)).params }),
  guestPreview: guests,
  guestAsk: guests,
  guestWithdraw: async (context) => {
    const { id, of } = await buildExchange(context)
    return { params: { ticket: of.ticket ?? '', id } }
  },
  get: (context) => desk(context),
  collect: async (context) => ({ ...(await desk(context)), body: { restock: true } }),
  pay: async (context) => ({ ...(await desk(context, { difference: 5000 })), body: {} }),
  ship: async (context) => ({
    ...(await desk(context, { state: 'collected' })),
    body: { carrier: '시연택배', tracking: '4410-0000-288' },
  }),
  finish: async (context) => ({ ...(await desk(context, { state: 'shipped' })), body: {} }),
  refuse: async (context) => ({ ...(await desk(context)), body: { reason: '사용한 흔적이 있습니다.' } }),
}
