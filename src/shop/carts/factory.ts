import { randomUUID } from 'node:crypto'
import type { Context } from '#kit/server/context.ts'
import type { Samples } from '#kit/server/openapi/samples.ts'
import { buildOption } from '#shop/goods/factory.ts'
import type { carts as contract } from './contract.ts'
import { putLine } from './server/change-cart.ts'

const option = async (context: Context) => (await buildOption(context)).option.id

/** Creates a guest cart with one line; returns its token and the option. */
export const buildCart = async (context: Context): Promise<{ token: string; option: string }> => {
  const cart = { token: randomUUID(), option: await option(context) }
  await putLine(context, { token: cart.token }, cart.option, { add: 1 })
  return cart
}

const ownLine = async (context: Context) => {
  const id = await option(context)
  await putLine(context, { userId: context.principal.userId }, id, { add: 1 })
  return { params: { option: id } }
}

export const samples: Samples<typeof contract> = {
  put: async (context) => ({ params: { option: await option(context) }, body: { add: 1 } }),
  swap: async (context) => ({ ...(await ownLine(context)), body: { to: await option(context) } }),
  take: ownLine,
  join: async (context) => ({ body: { token: (await buildCart(context)).token } }),
  guest: async (context) => ({ params: { token: (await buildCart(context)).token } }),
  guestPut: async (context) => ({ params: await buildCart(context), body: { quantity: 2 } }),
  guestSwap: async (context) => ({ params: await buildCart(context), body: { to: await option(context) } }),
  guestTake: async (context) => ({ params: await buildCart(context) }),
}
