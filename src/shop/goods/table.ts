import { bigint, boolean, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { json, moment, recordColumns } from '#kit/db/columns.ts'
import type { DeliveryRule } from '#shop/money/rules.ts'

type Named = Localized & { ko: string }
const wonColumn = (name: string) => bigint(name, { mode: 'number' })

export const shopGoods = pgTable('shop_goods', {
  ...recordColumns(),
  name: json<Named>('name').notNull(),
  maker: json<Localized>('maker').notNull().default({}),
  summary: json<Localized>('summary').notNull().default({}),
  story: json<Localized>('story').notNull().default({}),
  facts: json<{ label: Named; text: Named }[]>('facts').notNull().default([]),
  award: json<Localized>('award').notNull().default({}),
  category: uuid('category_id'),
  pictures: json<string[]>('pictures').notNull().default([]),
  price: wonColumn('price').notNull(),
  discount: integer('discount').notNull().default(0),
  discountFrom: moment('discount_from'),
  discountTo: moment('discount_to'),
  pointRate: integer('point_rate'),
  delivery: text('delivery').$type<DeliveryRule>().notNull().default('rule'),
  deliveryFee: wonColumn('delivery_fee').notNull().default(0),
  showFrom: moment('show_from'),
  showTo: moment('show_to'),
  visible: boolean('visible').notNull().default(false),
  axes: json<Named[]>('axes').notNull().default([]),
})
export type GoodRow = typeof shopGoods.$inferSelect

/** One short row per product for public lists and search; triggers maintain it. */
export const shopListings = pgTable('shop_listings', {
  goodId: uuid('good_id').primaryKey(),
  category: uuid('category_id'),
  visible: boolean('visible').notNull(),
  showFrom: moment('show_from'),
  showTo: moment('show_to'),
  price: wonColumn('price').notNull(),
  discount: integer('discount').notNull(),
  discountFrom: moment('discount_from'),
  discountTo: moment('discount_to'),
  awarded: boolean('awarded').notNull(),
  stocked: boolean('stocked').notNull().default(false),
  sought: wonColumn('sought').notNull().default(0),
  reviews: integer('reviews').notNull().default(0),
  createdAt: moment('created_at').notNull(),
  words: text('words').notNull(),
})

export const shopOptions = pgTable('shop_options', {
  id: uuid('id').primaryKey(),
  goodId: uuid('good_id').notNull(),
  position: integer('position').notNull(),
  values: json<Named[]>('values').notNull().default([]),
  code: text('code').notNull().default(''),
  difference: wonColumn('difference').notNull().default(0),
  restockOn: date('restock_on'),
  visible: boolean('visible').notNull().default(true),
  /** Sum of the stock moves; a trigger maintains it. */
  stock: integer('stock').notNull().default(0),
})
export type OptionRow = typeof shopOptions.$inferSelect

export const shopStockMoves = pgTable('shop_stock_moves', {
  id: uuid('id').primaryKey(),
  optionId: uuid('option_id').notNull(),
  amount: integer('amount').notNull(),
  kind: text('kind').$type<'in' | 'out' | 'broken' | 'order' | 'cancel' | 'return' | 'exchange'>().notNull(),
  orderId: uuid('order_id'),
  note: text('note').notNull().default(''),
  at: moment('at').notNull(),
})
