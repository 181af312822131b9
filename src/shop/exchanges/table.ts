import { bigint, boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { bytea, json, moment, recordColumns } from '#kit/db/columns.ts'
import type { OrderRow } from '#shop/orders/table.ts'
import type { ReturnReason } from '#shop/returns/rules.ts'
import type { ExchangeState } from './rules.ts'

const wonColumn = (name: string) => bigint(name, { mode: 'number' }).notNull()

export const shopExchanges = pgTable('shop_exchanges', {
  ...recordColumns(),
  orderId: uuid('order_id').notNull(),
  userId: uuid('user_id'),
  lineId: uuid('line_id').notNull(),
  pieces: json<number[]>('pieces').notNull(),
  optionId: uuid('option_id'),
  values: json<(Localized & { ko: string })[]>('values').notNull().default([]),
  reason: text('reason').$type<ReturnReason>().notNull(),
  text: text('text').notNull().default(''),
  pictures: json<string[]>('pictures').notNull().default([]),
  state: text('state').$type<ExchangeState>().notNull(),
  way: text('way').$type<OrderRow['way']>().notNull().default('parcel'),
  difference: wonColumn('difference'),
  fee: wonColumn('fee'),
  balance: wonColumn('balance'),
  settledAt: moment('settled_at'),
  carrier: text('carrier').notNull().default(''),
  tracking: text('tracking').notNull().default(''),
  decision: text('decision').notNull().default(''),
  restocked: boolean('restocked').notNull().default(false),
  doneAt: moment('done_at'),
  sealed: bytea('sealed'),
})
export type ExchangeRow = typeof shopExchanges.$inferSelect
