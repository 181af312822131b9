import { z } from 'zod'
import { ById, headerLine, Id, Instant, listQuery, Picture, page, recordFields, route } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issues.ts'
import { m } from '#messages/messages.js'
import { PaperAddress } from '#platform/papers/contract.ts'
import { Quantity } from '#shop/carts/contract.ts'
import { Slip, Won } from '#shop/money/contract.ts'
import { PickupTicket } from '#trade/pickups/contract.ts'
import {
  cancelReasons,
  cardFaults,
  deliveryWays,
  exchangeEvents,
  orderPapers,
  orderStates,
  paymentWays,
} from './rules.ts'

export { type CardFault, cardMinutes } from './rules.ts'

fieldMessages({
  order_total: m.orders_field_total,
  order_stock: m.orders_field_stock,
  order_gone: m.orders_field_gone,
  order_coupon: m.orders_field_coupon,
  order_points: m.orders_field_points,
  order_state: m.orders_field_state,
  order_account: m.shop_no_account,
  order_card: m.orders_field_card,
  order_pickup: m.orders_field_pickup,
  order_way: m.orders_field_way,
  order_handed: m.orders_field_handed,
})

const Phone = z
  .string()
  .trim()
  .regex(/^(?=(?:[+-]*\d){9})\+?[\d-]{9,20}$/, { error: 'phone' })

export const Address = z.strictObject({
  name: headerLine(60).min(1),
  phone: Phone,
  postcode: z
    .string()
    .trim()
    .regex(/^\d{5}$/),
  address: headerLine(200).min(1),
  detail: headerLine(200).default(''),
})
export type Address = z.infer<typeof Address>

/** Where money goes back to after a bank transfer. Kept encrypted. */
export const RefundAccount = z.strictObject({
  bank: headerLine(40).min(1),
  number: z
    .string()
    .trim()
    .regex(/^[\d-]{8,30}$/),
  holder: headerLine(60).min(1),
})

export const OrderInput = z.strictObject({
  key: z.uuid().lowercase().describe('Made when the checkout opened: a second sending is the same order'),
  lines: z
    .array(z.strictObject({ option: Id, quantity: Quantity }))
    .min(1)
    .max(60),
  buyer: z.strictObject({ name: headerLine(60).min(1), phone: Phone, email: z.email().max(200) }),
  way: z.enum(deliveryWays).default('parcel'),
  to: Address.nullable().default(null).describe('Where a parcel goes; not needed for what is picked up'),
  memo: headerLine(200).default(''),
  coupon: Id.nullable().default(null),
  points: Won.default(0),
  payment: z.enum(paymentWays).default('bank'),
  depositor: headerLine(60).default('').describe('Who the transfer will come from; needed for one'),
  receipt: z
    .strictObject({
      kind: z.enum(['income', 'expense']),
      number: z
        .string()
        .trim()
        .regex(/^[\d-]{10,20}$/),
    })
    .nullable()
    .default(null)
    .describe('Cash receipt: for income tax or as proof of expense'),
  agreed: z.literal(true),
  total: Won.describe('The sum that the page showed: another is refused with the right slip'),
  /** The guest's cart that the lines came from; they leave it. */
  cart: z.uuid().lowercase().nullable().default(null),
})

export const OrderLine = z
  .object({
    _id: Id,
    product: Id.nullable(),
    option: Id.nullable(),
    name: z.string(),
    values: z.array(z.string()),
    picture: Picture.nullable(),
    price: Won.describe('Of one piece, before any discount'),
    reduced: Won,
    quantity: z.number().int(),
    /** What was paid for the line in money, after every discount and points. */
    paid: Won,
    returning: z.number().int().describe('Pieces asked back or sent back'),
    reviewed: z.boolean(),
  })
  .meta({ id: 'ShopOrderLine' })
export type OrderLine = z.infer<typeof OrderLine>

export const OrderEvent = z.object({
  state: z.enum([
    ...orderStates,
    'return_asked',
    'return_withdrawn',
    'return_collected',
    'refunded',
    'return_refused',
    ...exchangeEvents,
  ]),
  at: Instant,
  note: z.string(),
})

const facts = {
  ...recordFields,
  number: z.string().describe('S-2611-0412'),
  state: z.enum(orderStates),
  payment: z.enum(paymentWays),
  way: z.enum(deliveryWays),
  slip: Slip,
  levelTitle: z.string(),
  couponTitle: z.string(),
  payUntil: Instant,
  paidAt: Instant.nullable(),
  readyAt: Instant.nullable(),
  shippedAt: Instant.nullable(),
  deliveredAt: Instant.nullable(),
  confirmedAt: Instant.nullable(),
  cancelledAt: Instant.nullable(),
  cancelReason: z.enum(cancelReasons).nullable(),
  carrier: z.string(),
  tracking: z.string(),
  refunded: Won.describe('Given back until now'),
  pickup: z
    .object({
      place: z.string(),
      from: z.string().describe('By the clock of Seoul: 10:00'),
      to: z.string(),
      until: Instant.nullable().describe('Until when it is kept, once it is ready'),
      ticket: PickupTicket.nullable().describe('Shown where it is handed over, while it is ready'),
    })
    .nullable()
    .describe('Where an order is handed over that no carrier brings'),
}

/** An order as its customer sees it. */
export const Order = z
  .object({
    ...facts,
    lines: z.array(OrderLine),
    buyer: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
    to: Address.nullable().describe('Null where it is picked up'),
    memo: z.string(),
    depositor: z.string(),
    receipt: z.object({ kind: z.enum(['income', 'expense']), number: z.string() }).nullable(),
    /** Where to pay; null once it is paid or cancelled. */
    account: z.object({ bank: z.string(), account: z.string(), holder: z.string() }).nullable(),
    /** Why the last payment by card did not happen; null where none failed, or the order is paid. */
    cardFault: z.enum(cardFaults).nullable(),
    events: z.array(OrderEvent),
    /** Of a guest's order: opens it in place of an account. */
    ticket: z.uuid().nullable(),
    returns: z.array(z.object({ _id: Id, state: z.string() })),
    may: z.object({
      cancel: z.boolean(),
      payOtherwise: z.boolean(),
      moveTo: z.boolean(),
      confirm: z.boolean(),
      return: z.boolean(),
      exchange: z.boolean(),
    }),
    returnUntil: Instant.nullable().describe('Until when goods may be sent back without a reason'),
    faultUntil: Instant.nullable(),
  })
  .meta({ id: 'ShopOrder' })
export type Order = z.infer<typeof Order>

export const OwnOrderLine = z
  .object({
    ...facts,
    lines: z.array(OrderLine),
    may: Order.shape.may,
  })
  .meta({ id: 'ShopOwnOrder' })
export type OwnOrderLine = z.infer<typeof OwnOrderLine>

/** What a member bought, by line. */
export const Purchase = z
  .object({
    ...OrderLine.shape,
    order: Id,
    number: z.string(),
    orderedAt: Instant,
    state: z.enum(orderStates),
    deliveredAt: Instant.nullable(),
    mayReview: z.boolean(),
  })
  .meta({ id: 'ShopPurchase' })
export type Purchase = z.infer<typeof Purchase>

export const ConsoleOrderLine = z
  .object({
    ...recordFields,
    number: z.string(),
    state: z.enum(orderStates),
    way: z.enum(deliveryWays),
    payment: z.enum(paymentWays),
    buyer: z.string(),
    isGuest: z.boolean(),
    title: z.string().describe('Name of the first product'),
    kinds: z.number().int(),
    picture: Picture.nullable(),
    total: Won,
    payUntil: Instant,
    carrier: z.string(),
    tracking: z.string(),
    openReturns: z.number().int(),
  })
  .meta({ id: 'ConsoleShopOrderLine' })
export type ConsoleOrderLine = z.infer<typeof ConsoleOrderLine>

export const ConsoleOrder = z
  .object({
    ...Order.shape,
    user: z.object({ _id: Id, username: z.string(), name: z.string() }).nullable(),
    buyerOrders: z.number().int().describe('Orders of the same account that were not cancelled'),
  })
  .meta({ id: 'ConsoleShopOrder' })
export type ConsoleOrder = z.infer<typeof ConsoleOrder>

const own = '/api/v1/me/orders'
const guest = '/api/v1/shop/orders/{ticket}'
const desk = '/api/console/shop/orders'
const answer = z.object({ order: Order })
const deskAnswer = z.object({ order: ConsoleOrder })
const ByTicket = z.strictObject({ ticket: z.uuid().lowercase() })
const Cancel = z.strictObject({
  account: RefundAccount.nullable().default(null).describe('Needed once it is paid by transfer'),
})
const MoveTo = z.strictObject({ to: Address, memo: headerLine(200).default('') })
const PayBy = z.strictObject({ payment: z.enum(paymentWays), depositor: headerLine(60).default('') })
const paging = listQuery(['createdAt'])

const actsAt = <const P extends z.ZodObject, const K extends z.ZodObject>(
  path: string,
  params: P,
  paperParams: K,
  access: 'member' | 'public',
  perMinute: number,
) => {
  const owned = access === 'member'
  return {
    open: route({ method: 'GET', path, access, owned, summary: 'One order.', params, answer, perMinute }),
    cancel: route({
      method: 'POST',
      path: `${path}/cancel`,
      access,
      owned,
      summary: 'Cancel an order that is not packed yet.',
      params,
      body: Cancel,
      answer,
      status: 200,
      perMinute,
    }),
    moveTo: route({
      method: 'PUT',
      path: `${path}/address`,
      access,
      owned,
      summary: 'Another address for an order that is not packed yet.',
      params,
      body: MoveTo,
      answer,
      perMinute,
    }),
    payBy: route({
      method: 'PUT',
      path: `${path}/payment`,
      access,
      owned,
      summary: 'Another way to pay for an order that is not paid yet.',
      params,
      body: PayBy,
      answer,
      perMinute: 20,
    }),
    confirm: route({
      method: 'POST',
      path: `${path}/confirm`,
      access,
      owned,
      summary: 'Confirm the purchase of what was delivered: points come, and it is not sent back without a reason.',
      params,
      answer,
      status: 200,
      perMinute,
    }),
    paper: route({
      method: 'GET',
      path: `${path}/papers/{kind}`,
      access,
      owned,
      summary: 'Address of the receipt or the statement of an order as PDF; a receipt needs the payment.',
      params: paperParams,
      answer: PaperAddress,
      perMinute: 30,
    }),
  }
}
const kind = z.enum(orderPapers)
const mine = actsAt(`${own}/{id}`, ById, z.strictObject({ id: Id, kind }), 'member', 120)
const guests = actsAt(guest, ByTicket, z.strictObject({ ...ByTicket.shape, kind }), 'public', 60)

/** Orders: made by guests and members, paid by bank transfer or card, packed and shipped by staff. */
export const orders = {
  place: route({
    method: 'POST',
    path: '/api/v1/shop/orders',
    access: 'public',
    summary: 'Order. Stock, coupon and points are taken with it, or nothing is.',
    body: OrderInput,
    answer,
    status: 201,
    perMinute: 30,
  }),
  find: route({
    method: 'POST',
    path: '/api/v1/shop/orders/find',
    access: 'public',
    summary: "A guest's order by its number and the phone or e-mail address given with it.",
    body: z.strictObject({ number: z.string().trim().max(20), contact: z.string().trim().min(1).max(200) }),
    answer,
    status: 200,
    perMinute: 10,
  }),
  list: route({
    method: 'GET',
    path: own,
    access: 'member',
    owned: true,
    summary: 'The own orders, the latest first.',
    query: z.strictObject({
      page: paging.page,
      limit: paging.limit,
      state: z.enum(orderStates).optional(),
      way: z.enum(deliveryWays).optional(),
      number: z.string().trim().max(20).optional().describe('The one order of this number'),
    }),
    answer: page('orders', OwnOrderLine),
  }),
  purchases: route({
    method: 'GET',
    path: '/api/v1/me/purchases',
    access: 'member',
    owned: true,
    summary: 'What the own account bought, the latest first.',
    query: z.strictObject({ page: paging.page, limit: paging.limit, reviewable: z.stringbool().optional() }),
    answer: page('purchases', Purchase),
  }),
  ...mine,
  guestOpen: guests.open,
  guestCancel: guests.cancel,
  guestMoveTo: guests.moveTo,
  guestPayBy: guests.payBy,
  guestConfirm: guests.confirm,
  guestPaper: guests.paper,

  all: route({
    method: 'GET',
    path: desk,
    access: 'console:shop',
    summary: 'Orders.',
    query: z.strictObject({
      ...listQuery(['createdAt', 'total', 'payUntil']),
      state: z.enum(orderStates).optional(),
      way: z.enum(deliveryWays).optional(),
      payment: z.enum(paymentWays).optional(),
      todo: z.stringbool().optional().describe('Something is to be done: to be paid, to ship, a return to decide'),
      user: Id.optional(),
    }),
    answer: page('orders', ConsoleOrderLine),
  }),
  get: route({
    method: 'GET',
    path: `${desk}/{id}`,
    access: 'console:shop',
    summary: 'One order.',
    params: ById,
    answer: deskAnswer,
  }),
  deskPaper: route({
    method: 'GET',
    path: `${desk}/{id}/papers/{kind}`,
    access: 'console:shop',
    summary: 'Address of the receipt or the statement of an order as PDF; who took it is noted.',
    params: z.strictObject({ id: Id, kind }),
    answer: PaperAddress,
  }),
  pay: route({
    method: 'POST',
    path: `${desk}/{id}/pay`,
    access: 'console:shop',
    summary: 'Note that the transfer was received.',
    params: ById,
    body: z.strictObject({ note: z.string().trim().max(300).default('') }),
    answer: deskAnswer,
    status: 200,
  }),
  prepare: route({
    method: 'POST',
    path: `${desk}/{id}/prepare`,
    access: 'console:shop',
    summary: 'Begin to pack: the customer cannot cancel any more.',
    params: ById,
    answer: deskAnswer,
    status: 200,
  }),
  ship: route({
    method: 'POST',
    path: `${desk}/{id}/ship`,
    access: 'console:shop',
    summary: 'Shipped, with the carrier and its number.',
    params: ById,
    body: z.strictObject({
      carrier: headerLine(40).min(1),
      tracking: z
        .string()
        .trim()
        .regex(/^[\w-]{4,40}$/),
    }),
    answer: deskAnswer,
    status: 200,
  }),
  deliver: route({
    method: 'POST',
    path: `${desk}/{id}/deliver`,
    access: 'console:shop',
    summary: 'The carrier says that it was delivered.',
    params: ById,
    answer: deskAnswer,
    status: 200,
  }),
  ready: route({
    method: 'POST',
    path: `${desk}/{id}/ready`,
    access: 'console:shop',
    summary: 'Packed, and ready to be picked up.',
    params: ById,
    answer: deskAnswer,
    status: 200,
  }),
  handOver: route({
    method: 'POST',
    path: `${desk}/handOver`,
    access: 'console:shop',
    summary: 'Hand what is ready over to who shows its code, once.',
    body: z.strictObject({ code: z.string().trim().min(1).max(100) }),
    answer: deskAnswer,
    status: 200,
  }),
  giveUp: route({
    method: 'POST',
    path: `${desk}/{id}/cancel`,
    access: 'console:shop',
    summary: 'Cancel an order before it is shipped, with a reason that the customer reads.',
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(1).max(300) }),
    answer: deskAnswer,
    status: 200,
  }),
}
