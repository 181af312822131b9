import { bigint, boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { json, moment } from '#kit/db/columns.ts'

/** Single row. */
export const shopConditions = pgTable('shop_conditions', {
  id: boolean('id').primaryKey().default(true),
  bank: text('bank').notNull().default(''),
  account: text('account').notNull().default(''),
  holder: text('holder').notNull().default(''),
  payDays: integer('pay_days').notNull().default(2),
  deliveryFee: bigint('delivery_fee', { mode: 'number' }).notNull().default(3000),
  freeFrom: bigint('free_from', { mode: 'number' }).default(50_000),
  returnFee: bigint('return_fee', { mode: 'number' }).notNull().default(3000),
  pointRate: integer('point_rate').notNull().default(100),
  reviewPoints: bigint('review_points', { mode: 'number' }).notNull().default(500),
  pointMonths: integer('point_months').notNull().default(12),
  leastPoints: bigint('least_points', { mode: 'number' }).notNull().default(100),
  levelRates: json<{ level: string; rate: number }[]>('level_rates').notNull().default([]),
  /** Where orders are picked up; pickup is not offered while it is empty. */
  pickupPlace: json<Localized>('pickup_place').notNull().default({}),
  /** Time in Seoul: 10:00. */
  pickupFrom: text('pickup_from').notNull().default('10:00'),
  pickupTo: text('pickup_to').notNull().default('18:00'),
  pickupDays: integer('pickup_days').notNull().default(7),
  updatedAt: moment('updated_at').notNull(),
})
export type ConditionsRow = typeof shopConditions.$inferSelect
