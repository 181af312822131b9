import { promptReauthentication } from '#people/account/reauthenticate/prompt-reauthentication.tsx'
import { setReauthenticationPrompt } from '#session/expired-session.ts'
import { clientOf } from '#session/session.ts'
import { currentTokens } from '#session/session-tokens.ts'
import { type Cart, type CartLine, carts } from '../../carts/contract.ts'
import { goods, type PublicOption } from '../../goods/contract.ts'
import { guestToken, makeGuestToken, removeGuestToken, storeCartSummary } from './cart-store.ts'

/** API calls of the cart, loaded on first use. */
const client = clientOf(carts)
const goodsClient = clientOf(goods)

// If the session expires, ask for the password and repeat the call.
setReauthenticationPrompt(promptReauthentication)

export const isLoggedIn = (): boolean => currentTokens().refreshToken !== ''

const counted = (cart: Cart): Cart => {
  storeCartSummary(cart.lines.length, cart.slip.total)
  return cart
}

/** Reads the cart, merging the guest cart of this browser after log-in; null if nothing was ever added. */
export const readCart = async (): Promise<Cart | null> => {
  const token = guestToken()
  if (!isLoggedIn()) {
    if (!token) storeCartSummary(0, 0)
    return token ? counted((await client.guest({ params: { token } })).cart) : null
  }
  if (!token) return counted((await client.mine()).cart)
  const { cart } = await client.join({ body: { token } })
  removeGuestToken()
  return counted(cart)
}

/** Typed by the contract: a field of another name would be sent and ignored. */
type LineChange = Parameters<typeof client.put>[0]['body']

export const putLine = async (option: string, body: LineChange): Promise<Cart> =>
  counted(
    isLoggedIn()
      ? (await client.put({ params: { option }, body })).cart
      : (await client.guestPut({ params: { token: makeGuestToken(), option }, body })).cart,
  )

/** Accepts changed lines: at the price shown, reduced to the pieces in stock. */
export const acceptLines = async (lines: readonly CartLine[]): Promise<Cart | null> => {
  for (const { option, fault, reduced: price, stock } of lines)
    await putLine(option, fault === 'fewer' ? { quantity: stock, seen: price } : { seen: price })
  return readCart()
}

export const swapLine = async (option: string, to: string): Promise<Cart> =>
  counted(
    isLoggedIn()
      ? (await client.swap({ params: { option }, body: { to } })).cart
      : (await client.guestSwap({ params: { token: makeGuestToken(), option }, body: { to } })).cart,
  )

export const removeLine = async (option: string): Promise<Cart | null> => {
  if (isLoggedIn()) await client.take({ params: { option } })
  else await client.guestTake({ params: { token: makeGuestToken(), option } })
  return readCart()
}

/** Reads current prices and stock; with a session, also the member's level discount. */
export const readChoice = async (
  product: string,
): Promise<{ options: PublicOption[]; levelRate: number; levelTitle: string }> =>
  goodsClient.choice({ params: { id: product } })
