import { z } from 'zod'
import { Id, Picture, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { m } from '#messages/messages.js'
import { OrderTotals, Price, Rate, WonTotal } from '#shop/money/contract.ts'
import { deliveryRules } from '#shop/money/rules.ts'

fieldMessages({ cart_full: m.carts_field_full })

/** Largest number of different options in a cart, and in an order. */
export const maxLines = 60

export const Quantity = z.number().int().min(1).max(99)

export const CartLine = z
  .object({
    option: Id.describe('Id of the option, which also identifies the line'),
    product: Id,
    name: z.string(),
    maker: z.string(),
    values: z.array(z.string()),
    picture: Picture.nullable(),
    quantity: Quantity,
    chosen: z.boolean().describe('Whether the line is included in the total'),
    price: WonTotal.describe('Price of one piece before discounts'),
    discount: Rate,
    reduced: WonTotal.describe('Price of one piece after the discount of the product'),
    pointRate: Rate,
    delivery: z.enum(deliveryRules),
    deliveryFee: Price,
    /**
     * Reduced price per piece when the option was added, in won; differs from `reduced` if the price has changed since.
     */
    seen: WonTotal,
    stock: z.number().int().describe('Pieces in stock, at most 99'),
    /**
     * Why the line cannot be ordered as it is: `fewer`, too few in stock; `sold_out`, none in stock; `gone`, no longer
     * sold.
     */
    fault: z.enum(['fewer', 'sold_out', 'gone']).nullable(),
    restockOn: z.iso.date().nullable(),
  })
  .meta({ id: 'ShopCartLine' })
export type CartLine = z.infer<typeof CartLine>

export const Cart = z
  .object({
    lines: z.array(CartLine),
    slip: OrderTotals.describe('Totals of the selected lines that can be ordered, before coupon and points'),
    levelRate: Rate,
    levelTitle: z.string(),
    /** Number of lines merged from the guest cart; only in the answer of `join`. */
    joined: z.number().int(),
  })
  .meta({ id: 'ShopCart' })
export type Cart = z.infer<typeof Cart>

const answer = z.object({ cart: Cart })
const ownPath = '/api/v1/me/carts'
const guest = '/api/v1/shop/carts/{token}'
/** Guest cart token: the browser makes it with `crypto.randomUUID()` and stores it; the server stores only its hash. */
const ByToken = z.strictObject({ token: z.uuid().lowercase() })
const LineInput = z.strictObject({
  quantity: Quantity.optional().describe('New number of pieces'),
  add: Quantity.optional().describe('Number of pieces to add'),
  chosen: z.boolean().optional(),
  seen: WonTotal.optional().describe('Changed price that the customer accepted; another change is reported again'),
})
const Option = z.strictObject({ option: Id })
const Swap = z.strictObject({ to: Id })

/** Carts: a member's, shared by all devices, and a guest's, identified by a token of the browser. */
export const carts = {
  mine: route({
    method: 'GET',
    path: ownPath,
    access: 'member',
    owned: true,
    summary: 'Get the cart of the caller.',
    answer: answer.extend({ carts: z.array(CartLine).describe('The lines of the cart, by the name of the resource') }),
  }),
  put: route({
    method: 'PUT',
    path: `${ownPath}/{option}`,
    access: 'member',
    summary: 'Add an option to the cart of the caller, or change its line.',
    params: Option,
    body: LineInput,
    answer,
  }),
  swap: route({
    method: 'POST',
    path: `${ownPath}/{option}/swap`,
    access: 'member',
    summary: 'Replace an option in the cart of the caller.',
    params: Option,
    body: Swap,
    answer,
    status: 200,
  }),
  take: route({
    method: 'DELETE',
    path: `${ownPath}/{option}`,
    access: 'member',
    summary: 'Remove a line from the cart of the caller.',
    params: Option,
    status: 204,
  }),
  join: route({
    method: 'POST',
    path: `${ownPath}/join`,
    access: 'member',
    summary: 'Merge the guest cart of this browser into the cart of the caller and delete it.',
    body: ByToken,
    answer,
    status: 200,
  }),
  guest: route({
    method: 'GET',
    path: guest,
    access: 'public',
    summary: 'Get the cart of a guest; empty if nothing was added.',
    params: ByToken,
    answer,
    perMinute: 240,
  }),
  guestPut: route({
    method: 'PUT',
    path: `${guest}/{option}`,
    access: 'public',
    summary: 'Add an option to the cart of a guest, or change its line.',
    params: ByToken.extend({ option: Id }),
    body: LineInput,
    answer,
    perMinute: 120,
  }),
  guestSwap: route({
    method: 'POST',
    path: `${guest}/{option}/swap`,
    access: 'public',
    summary: 'Replace an option in the cart of a guest.',
    params: ByToken.extend({ option: Id }),
    body: Swap,
    answer,
    status: 200,
    perMinute: 120,
  }),
  guestTake: route({
    method: 'DELETE',
    path: `${guest}/{option}`,
    access: 'public',
    summary: 'Remove a line from the cart of a guest.',
    params: ByToken.extend({ option: Id }),
    status: 204,
    perMinute: 120,
  }),
}
