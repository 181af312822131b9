import { bigint, boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment, recordColumns } from '#kit/db/columns.ts'
import type { CardFailure } from '#shop/orders/rules.ts'
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
  /** Card attempt that this line paid or refunds. */
  attemptId: uuid('attempt_id'),
  exchangeId: uuid('exchange_id'),
  /** True if the refund was made directly at the provider. */
  elsewhere: boolean('elsewhere').notNull().default(false),
  /** The provider's refusal of a refund. */
  refusal: text('refusal').notNull().default(''),
})
export type PaymentRow = typeof shopPayments.$inferSelect

/** Card payment attempts. */
export const shopCardAttempts = pgTable('shop_card_attempts', {
  ...recordColumns(),
  orderId: uuid('order_id').notNull(),
  provider: text('provider').$type<CardProviderName>().notNull(),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  state: text('state').$type<'open' | 'failed' | 'paid' | 'stray' | 'returned'>().notNull(),
  paymentKey: text('payment_key'),
  refusal: text('refusal').$type<CardFailure | ''>().notNull().default(''),
  refusalText: text('refusal_text').notNull().default(''),
  received: bigint('received', { mode: 'number' }),
  /** When the provider was last queried. */
  checkedAt: moment('checked_at'),
})
export type CardAttemptRow = typeof shopCardAttempts.$inferSelect
