import { promptReauthentication } from '#people/account/reauthenticate/prompt-reauthentication.tsx'
import { onExpired } from '#session/expired-session.ts'
import { clientOf } from '#session/session.ts'
import { currentTokens } from '#session/session-tokens.ts'
import { type Cart, type CartLine, carts } from '../../carts/contract.ts'
import { goods, type PublicOption } from '../../goods/contract.ts'
import { dropGuestToken, guestToken, keepCart, makeGuestToken } from './cart-store.ts'

/** What the cart calls; fetched when somebody puts something in or looks at it. */
const client = clientOf(carts)
const goodsClient = clientOf(goods)

// A session that ends meanwhile asks for the password where one is, and the call goes on.
onExpired(promptReauthentication)

export const isLoggedIn = (): boolean => currentTokens().refreshToken !== ''

const counted = (cart: Cart): Cart => {
  keepCart(cart.lines.length, cart.slip.total)
  return cart
}

/** The own cart, with what this browser had put in before the log-in; null where nothing was put in yet. */
export const readCart = async (): Promise<Cart | null> => {
  const token = guestToken()
  if (!isLoggedIn()) {
    if (!token) keepCart(0, 0)
    return token ? counted((await client.guest({ params: { token } })).cart) : null
  }
  if (!token) return counted((await client.mine()).cart)
  const { cart } = await client.join({ body: { token } })
  dropGuestToken()
  return counted(cart)
}

interface LineChange {
  quantity?: number
  add?: number
  chosen?: boolean
  seen?: number
}

export const putLine = async (option: string, body: LineChange): Promise<Cart> =>
  counted(
    isLoggedIn()
      ? (await client.put({ params: { option }, body })).cart
      : (await client.guestPut({ params: { token: makeGuestToken(), option }, body })).cart,
  )

/** Takes lines as they are now: at the price that the page shows, as many pieces as there are. */
export const acceptLines = async (lines: readonly CartLine[]): Promise<Cart | null> => {
  for (const { option, fault, reduced: seen, stock } of lines)
    await putLine(option, fault === 'fewer' ? { quantity: stock, seen } : { seen })
  return readCart()
}

export const swapLine = async (option: string, to: string): Promise<Cart> =>
  counted(
    isLoggedIn()
      ? (await client.swap({ params: { option }, body: { to } })).cart
      : (await client.guestSwap({ params: { token: makeGuestToken(), option }, body: { to } })).cart,
  )

export const takeLine = async (option: string): Promise<Cart | null> => {
  if (isLoggedIn()) await client.take({ params: { option } })
  else await client.guestTake({ params: { token: makeGuestToken(), option } })
  return readCart()
}

/** Prices and stock as they are now; with a session, the discount of the own level. */
export const readChoice = async (
  product: string,
): Promise<{ options: PublicOption[]; levelRate: number; levelTitle: string }> =>
  goodsClient.choice({ params: { id: product } })
