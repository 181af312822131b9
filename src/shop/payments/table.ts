import { bigint, boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment, recordColumns } from '#kit/db/columns.ts'
import type { CardFault } from '#shop/orders/contract.ts'
import type { CardProviderName } from './rules-card-provider.ts'

export const shopPayments = pgTable('shop_payments', {
  ...recordColumns(),
  orderId: uuid('order_id').notNull(),
  returnId: uuid('return_id'),
  kind: text('kind').$type<'payment' | 'refund'>().notNull(),
  method: text('method').notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  doneAt: moment('done_at'),
  note: text('note').notNull().default(''),
  sealed: bytea('sealed'),
  /** Of a card: the payment that it is, or that it gives back of. */
  attemptId: uuid('attempt_id'),
  exchangeId: uuid('exchange_id'),
  /** Of a refund that the shop did not send: it was cancelled at the provider itself. */
  elsewhere: boolean('elsewhere').notNull().default(false),
  /** What the provider answered in place of giving back. */
  refusal: text('refusal').notNull().default(''),
})
export type PaymentRow = typeof shopPayments.$inferSelect

/** Tries to pay by card. */
export const shopCardAttempts = pgTable('shop_card_attempts', {
  ...recordColumns(),
  orderId: uuid('order_id').notNull(),
  provider: text('provider').$type<CardProviderName>().notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  state: text('state').$type<'open' | 'failed' | 'paid' | 'stray' | 'returned'>().notNull(),
  paymentKey: text('payment_key'),
  refusal: text('refusal').$type<CardFault | ''>().notNull().default(''),
  refusalText: text('refusal_text').notNull().default(''),
  received: bigint('received', { mode: 'number' }),
  /** When the provider was last asked about it. */
  checkedAt: moment('checked_at'),
})
export type CardAttemptRow = typeof shopCardAttempts.$inferSelect
