import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Locale, Localized } from '#kit/contract.ts'
import { bytea, json, moment, recordColumns } from '#kit/db/columns.ts'
import type { Address } from './contract-records.ts'
import type { CancelReason, DeliveryMethod, ExchangeEvent, OrderState, PaymentMethodName } from './rules.ts'
import type { TaxInvoiceInput } from './tax-invoices/contract.ts'

type Named = Localized & { ko: string }
const wonColumn = (name: string) => bigint(name, { mode: 'number' }).notNull()

/** Amounts of an order and of its lines, in won. */
const sumColumns = () => ({
  goods: wonColumn('goods'),
  productDiscount: wonColumn('product_discount'),
  levelDiscount: wonColumn('level_discount'),
  couponDiscount: wonColumn('coupon_discount'),
  points: wonColumn('points'),
  earns: wonColumn('earns'),
})

export const shopOrders = pgTable('shop_orders', {
  ...recordColumns(),
  key: uuid('key').notNull(),
  requestHash: bytea('request_hash').notNull(),
  /** Assigned by the database. */
  number: integer('number').notNull().generatedByDefaultAsIdentity(),
  userId: uuid('user_id'),
  ticket: uuid('ticket'),
  locale: text('locale').$type<Locale>().notNull(),
  name: text('name').notNull(),
  phone: text('phone').notNull(),
  email: text('email').notNull(),
  recipient: json<Address>('recipient').notNull(),
  memo: text('memo').notNull().default(''),
  depositor: text('depositor').notNull().default(''),
  receipt: json<{ kind: 'income' | 'expense'; number: string }>('receipt'),
  taxInvoice: json<TaxInvoiceInput>('tax_invoice'),
  /** National Tax Service approval number; empty until the invoice is issued. */
  taxApproval: text('tax_approval').notNull().default(''),
  taxIssuedAt: moment('tax_issued_at'),
  payment: text('payment').$type<PaymentMethodName>().notNull().default('bank'),
  way: text('way').$type<DeliveryMethod>().notNull().default('parcel'),
  /** Pickup place, hours and days, as they were at the time of the order. */
  pickup: json<{ place: Localized; from: string; to: string; days: number }>('pickup'),
  /** Pickup code that the customer shows at the desk. */
  code: text('code'),
  readyAt: moment('ready_at'),
  state: text('state').$type<OrderState>().notNull(),
  kinds: integer('kinds').notNull(),
  quantity: integer('quantity').notNull(),
  ...sumColumns(),
  delivery: wonColumn('delivery'),
  total: wonColumn('total'),
  vat: wonColumn('vat'),
  levelTitle: json<Localized>('level_title').notNull().default({}),
  couponId: uuid('coupon_id'),
  couponTitle: json<Localized>('coupon_title').notNull().default({}),
  returnFee: wonColumn('return_fee'),
  payUntil: moment('pay_until').notNull(),
  paidAt: moment('paid_at'),
  shippedAt: moment('shipped_at'),
  deliveredAt: moment('delivered_at'),
  confirmedAt: moment('confirmed_at'),
  cancelledAt: moment('cancelled_at'),
  cancelReason: text('cancel_reason').$type<CancelReason>(),
  carrier: text('carrier').notNull().default(''),
  tracking: text('tracking').notNull().default(''),
})
export type OrderRow = typeof shopOrders.$inferSelect

export const shopOrderLines = pgTable('shop_order_lines', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  position: integer('position').notNull(),
  goodId: uuid('good_id'),
  optionId: uuid('option_id'),
  title: json<Named>('title').notNull(),
  values: json<Named[]>('values').notNull().default([]),
  picture: uuid('picture'),
  price: wonColumn('price'),
  discount: integer('discount').notNull(),
  quantity: integer('quantity').notNull(),
  ...sumColumns(),
  paid: wonColumn('paid'),
})
export type OrderLineRow = typeof shopOrderLines.$inferSelect

export const shopOrderEvents = pgTable('shop_order_events', {
  id: uuid('id').primaryKey(),
  orderId: uuid('order_id').notNull(),
  state: text('state')
    .$type<
      | OrderState
      | 'return_asked'
      | 'return_withdrawn'
      | 'return_collected'
      | 'refunded'
      | 'return_refused'
      | ExchangeEvent
    >()
    .notNull(),
  note: text('note').notNull().default(''),
  at: moment('at').notNull(),
})
