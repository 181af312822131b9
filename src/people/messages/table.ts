import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment, recordColumns } from '#kit/db/columns.ts'

export const outbox = pgTable('outbox', {
  ...recordColumns(),
  channel: text('channel').$type<'mail' | 'sms'>().notNull(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull().default(''),
  html: text('html').notNull().default(''),
  text: text('text').notNull().default(''),
  state: text('state').$type<'waiting' | 'held' | 'sent' | 'failed'>().notNull().default('waiting'),
  attempts: integer('attempts').notNull().default(0),
  error: text('error'),
  sentAt: moment('sent_at'),
})
export type OutboxRow = typeof outbox.$inferSelect
