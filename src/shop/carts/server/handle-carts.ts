import type { Context, Handlers } from '#kit/server/context.ts'
import type { carts as contract } from '../contract.ts'
import { putLine, removeLines, swapLine } from './change-cart.ts'
import { mergeCarts } from './merge-carts.ts'
import { presentCart } from './present-cart.ts'

const ownerOf = (context: Context) => ({ userId: context.principal.userId })

export const cartHandlers: Handlers<typeof contract> = {
  async mine(context) {
    const { cart } = await presentCart(context, ownerOf(context))
    return { cart, carts: cart.lines }
  },
  async put(context, { params, body }) {
    await putLine(context, ownerOf(context), params.option, body)
    return presentCart(context, ownerOf(context))
  },
  async swap(context, { params, body }) {
    await swapLine(context, ownerOf(context), params.option, body.to)
    return presentCart(context, ownerOf(context))
  },
  async take(context, { params }) {
    await removeLines(context, ownerOf(context), [params.option])
    return undefined
  },
  async join(context, { body }) {
    const joined = await mergeCarts(context, context.principal.userId, body.token)
    return presentCart(context, ownerOf(context), joined)
  },
  guest: (context, { params: { token } }) => presentCart(context, { token }),
  async guestPut(context, { params: { token, option }, body }) {
    await putLine(context, { token }, option, body)
    return presentCart(context, { token })
  },
  async guestSwap(context, { params: { token, option }, body }) {
    await swapLine(context, { token }, option, body.to)
    return presentCart(context, { token })
  },
  async guestTake(context, { params: { token, option } }) {
    await removeLines(context, { token }, [option])
    return undefined
  },
}
