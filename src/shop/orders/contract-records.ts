import { z } from 'zod'
import { headerLine, Id, Instant, Picture, recordFields } from '#kit/contract.ts'
import { fieldMessages } from '#kit/issue-messages.ts'
import { maxPhoneText, Phone } from '#kit/phone/phone-field.ts'
import { m } from '#messages/messages.js'
import { maxLines, Quantity } from '#shop/carts/contract.ts'
import { OrderTotals, Price, WonTotal } from '#shop/money/contract.ts'
import { PickupTicket } from '#trade/pickups/contract.ts'
import {
  cancelReasons,
  cardFailures,
  deliveryMethods,
  exchangeEvents,
  orderStates,
  paymentMethods,
  readReceiptNumber,
  receiptNumberPattern,
} from './rules.ts'
import { TaxInvoice, TaxInvoiceInput } from './tax-invoices/contract.ts'

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

/** Address in an answer, with the phone number as people write it. */
const ShownAddress = Address.extend({ phone: z.string() })

export const OrderInput = z.strictObject({
  key: z
    .uuid()
    .lowercase()
    .describe('Idempotency key, created when the checkout opened: a repeated call places no second order'),
  lines: z
    .array(z.strictObject({ option: Id, quantity: Quantity }))
    .min(1)
    .max(maxLines),
  buyer: z.strictObject({ name: headerLine(60).min(1), phone: Phone, email: z.email().max(200) }),
  way: z.enum(deliveryMethods).default('parcel'),
  to: Address.nullable().default(null).describe('Delivery address; not required for pickup'),
  memo: headerLine(200).default(''),
  coupon: Id.nullable().default(null),
  points: Price.default(0),
  payment: z.enum(paymentMethods).default('bank'),
  depositor: headerLine(60).default('').describe('Name of the payer; required for a transfer'),
  receipt: z
    .strictObject({
      kind: z.enum(['income', 'expense']),
      number: z.string().max(maxPhoneText).transform(readReceiptNumber).pipe(z.string().regex(receiptNumberPattern)),
    })
    .nullable()
    .default(null)
    .describe('Cash receipt for income tax deduction or as proof of expense'),
  taxInvoice: TaxInvoiceInput.nullable()
    .default(null)
    .describe('Recipient of a tax invoice, instead of a cash receipt; only for a transfer'),
  agreed: z.literal(true),
  total: WonTotal.describe('Total shown on the page: if it differs, the order is refused with the correct totals'),
  /** Guest cart that the lines come from; the order removes them from it. */
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
    price: WonTotal.describe('Price of one piece before discounts'),
    reduced: WonTotal,
    quantity: z.number().int(),
    /** Paid for the line in money, after all discounts and points. */
    paid: WonTotal,
    returning: z.number().int().describe('Pieces with a return request or returned'),
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
  payment: z.enum(paymentMethods),
  way: z.enum(deliveryMethods),
  slip: OrderTotals,
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
  refunded: WonTotal.describe('Refunded so far'),
  pickup: z
    .object({
      place: z.string(),
      from: z.string().describe('Time in Seoul, such as 10:00'),
      to: z.string(),
      until: Instant.nullable().describe('Time until which the order is kept for pickup, once it is ready'),
      ticket: PickupTicket.nullable().describe('Pickup code, while the order is ready'),
    })
    .nullable()
    .describe('Pickup place of an order without delivery'),
}

/** Order as its customer sees it. */
export const Order = z
  .object({
    ...facts,
    lines: z.array(OrderLine),
    buyer: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
    to: ShownAddress.nullable().describe('Null for a pickup'),
    memo: z.string(),
    depositor: z.string(),
    receipt: z.object({ kind: z.enum(['income', 'expense']), number: z.string() }).nullable(),
    taxInvoice: TaxInvoice.nullable(),
    /** Account to transfer to; null once the order is paid or cancelled. */
    account: z.object({ bank: z.string(), account: z.string(), holder: z.string() }).nullable(),
    /** Why the last card payment failed; null if none failed or the order is paid. */
    cardFault: z.enum(cardFailures).nullable(),
    events: z.array(OrderEvent),
    /** Secret that opens a guest's order, in place of an account. */
    ticket: z.uuid().nullable(),
    returns: z.array(z.object({ _id: Id, state: z.string() })),
    may: z.object({
      cancel: z.boolean(),
      payOtherwise: z.boolean(),
      moveTo: z.boolean(),
      invoiceTo: z.boolean(),
      confirm: z.boolean(),
      return: z.boolean(),
      exchange: z.boolean(),
    }),
    returnUntil: Instant.nullable().describe('Time until which goods can be returned without a reason'),
    faultUntil: Instant.nullable(),
  })
  .meta({ id: 'ShopOrder' })
export type Order = z.infer<typeof Order>

export const OrderSummary = z
  .object({
    ...facts,
    lines: z.array(OrderLine),
    may: Order.shape.may,
  })
  .meta({ id: 'ShopOwnOrder' })
export type OrderSummary = z.infer<typeof OrderSummary>

/** Purchased line of a member. */
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
