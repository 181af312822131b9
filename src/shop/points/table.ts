import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#kit/db/columns.ts'
import type { PointKind } from './contract.ts'

export const shopPointAccounts = pgTable('shop_point_accounts', {
  userId: uuid('user_id').primaryKey(),
  /** Sum of the ledger lines; a trigger maintains it. */
  balance: bigint('balance', { mode: 'number' }).notNull(),
})

export const shopPoints = pgTable('shop_points', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  seq: bigint('seq', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  kind: text('kind').$type<PointKind>().notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  balance: bigint('balance', { mode: 'number' }).notNull().default(0),
  note: text('note').notNull().default(''),
  orderId: uuid('order_id'),
  source: uuid('source'),
  expiresAt: moment('expires_at'),
  at: moment('at').notNull(),
})
export type PointRow = typeof shopPoints.$inferSelect
