import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { json, moment, recordColumns } from '#kit/db/columns.ts'

export const shopCoupons = pgTable('shop_coupons', {
  ...recordColumns(),
  title: json<Localized & { ko: string }>('title').notNull(),
  kind: text('kind').$type<'amount' | 'rate'>().notNull(),
  value: bigint('value', { mode: 'number' }).notNull(),
  cap: bigint('cap', { mode: 'number' }),
  least: bigint('least', { mode: 'number' }).notNull().default(0),
  startsAt: moment('starts_at').notNull(),
  endsAt: moment('ends_at').notNull(),
  audience: text('audience').$type<'all' | 'level' | 'list' | 'code'>().notNull().default('all'),
  level: text('level').notNull().default(''),
  code: text('code'),
  limit: integer('limit'),
  issued: integer('issued').notNull().default(0),
  withdrawnAt: moment('withdrawn_at'),
  withdrawnReason: text('withdrawn_reason').notNull().default(''),
})
export type CouponRow = typeof shopCoupons.$inferSelect

/** Coupons per member, 0 or 1 left; a trigger derives it from the ledger. */
export const shopCouponHoldings = pgTable('shop_coupon_holdings', {
  couponId: uuid('coupon_id').notNull(),
  userId: uuid('user_id').notNull(),
  left: integer('left').notNull(),
})

export const shopCouponLines = pgTable('shop_coupon_lines', {
  id: uuid('id').primaryKey(),
  couponId: uuid('coupon_id').notNull(),
  userId: uuid('user_id').notNull(),
  kind: text('kind').$type<'issued' | 'used' | 'back'>().notNull(),
  amount: integer('amount').notNull(),
  orderId: uuid('order_id'),
  at: moment('at').notNull(),
})
