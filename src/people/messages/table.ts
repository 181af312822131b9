import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { json, moment, recordColumns } from '#kit/db/columns.ts'
import type { StoredAttachment } from '#kit/mail.ts'

export const outbox = pgTable('outbox', {
  ...recordColumns(),
  channel: text('channel').$type<'mail' | 'sms'>().notNull(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull().default(''),
  html: text('html').notNull().default(''),
  text: text('text').notNull().default(''),
  state: text('state').$type<'waiting' | 'held' | 'sent' | 'failed' | 'withdrawn'>().notNull().default('waiting'),
  attempts: integer('attempts').notNull().default(0),
  error: text('error'),
  sentAt: moment('sent_at'),
  notBefore: moment('not_before'),
  attachments: json<StoredAttachment[]>('attachments').notNull().default([]),
  forgetAt: moment('forget_at'),
})
export type OutboxRow = typeof outbox.$inferSelect
