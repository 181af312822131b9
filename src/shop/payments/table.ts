import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment, recordColumns } from '#kit/db/columns.ts'

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
})
export type PaymentRow = typeof shopPayments.$inferSelect
