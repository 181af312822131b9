import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Locale } from '#kit/contract.ts'
import { json, moment, recordColumns } from '#kit/db/columns.ts'
import type { StoredAttachment } from '#kit/ports/mail.ts'
import type { Audience } from './sendings/contract.ts'
import type { ExclusionReason, Purpose, RecipientState, SendingChannel, SendingState } from './sendings/rules.ts'

export const outbox = pgTable('outbox', {
  ...recordColumns(),
  channel: text('channel').$type<'mail' | 'sms'>().notNull(),
  recipient: text('recipient').notNull(),
  aboutUserId: uuid('about_user_id'),
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

type LocalizedText = { ko?: string | undefined; en?: string | undefined; cn?: string | undefined }

const contentColumns = () => ({
  channel: text('channel').$type<SendingChannel>().notNull(),
  purpose: text('purpose').$type<Purpose>().notNull(),
  subject: json<LocalizedText>('subject').notNull(),
  html: json<LocalizedText>('html').notNull(),
  text: json<LocalizedText>('text').notNull(),
  alimtalk: text('alimtalk'),
})

export const messageTemplates = pgTable('message_templates', {
  ...recordColumns(),
  title: text('title').notNull(),
  ...contentColumns(),
})

export const sendings = pgTable('sendings', {
  ...recordColumns(),
  ...contentColumns(),
  audience: json<Audience>('audience').notNull(),
  state: text('state').$type<SendingState>().notNull().default('draft'),
  sendAt: moment('send_at'),
  authorId: uuid('author_id'),
  askedBy: uuid('asked_by'),
  askedAt: moment('asked_at'),
  approvedBy: uuid('approved_by'),
  approvedAt: moment('approved_at'),
  returned: text('returned'),
})
export type SendingRow = typeof sendings.$inferSelect

export const sendingRecipients = pgTable('sending_recipients', {
  ...recordColumns(),
  sendingId: uuid('sending_id').notNull(),
  userId: uuid('user_id'),
  address: text('address'),
  locale: text('locale').$type<Locale>().notNull().default('ko'),
  state: text('state').$type<RecipientState>().notNull(),
  reason: text('reason').$type<ExclusionReason>(),
  error: text('error'),
  bounced: boolean('bounced').notNull().default(false),
  attempts: integer('attempts').notNull().default(0),
  notBefore: moment('not_before'),
  claimedAt: moment('claimed_at'),
  sentAt: moment('sent_at'),
  optOut: text('opt_out').notNull(),
})
export type RecipientRow = typeof sendingRecipients.$inferSelect
