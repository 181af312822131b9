import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, json, moment, recordColumns } from '#kit/db/columns.ts'
import type { RefundTotals } from '#shop/money/contract.ts'
import type { ReturnReason, ReturnState } from './rules.ts'

export const shopReturns = pgTable('shop_returns', {
  ...recordColumns(),
  orderId: uuid('order_id').notNull(),
  userId: uuid('user_id'),
  reason: text('reason').$type<ReturnReason>().notNull(),
  text: text('text').notNull().default(''),
  pictures: json<string[]>('pictures').notNull().default([]),
  lines: json<{ line: string; quantity: number }[]>('lines').notNull(),
  state: text('state').$type<ReturnState>().notNull(),
  slip: json<RefundTotals>('slip').notNull(),
  decision: text('decision').notNull().default(''),
  decidedAt: moment('decided_at'),
  restocked: boolean('restocked').notNull().default(false),
  /** Encrypted refund account, until the return is decided. */
  sealed: bytea('sealed'),
})
export type ReturnRow = typeof shopReturns.$inferSelect

/** Claimed pieces of lines, by number; each can be claimed only once. */
export const shopReturnPieces = pgTable('shop_return_pieces', {
  lineId: uuid('line_id').notNull(),
  piece: integer('piece').notNull(),
  /** Exactly one of the two ids is set. */
  returnId: uuid('return_id'),
  exchangeId: uuid('exchange_id'),
})
