import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Locale, Localized } from '#kit/contract.ts'
import { bytea, json, moment, recordColumns } from '#kit/db/columns.ts'
import type { UndeliverableReason } from './outage/contract.ts'
import type { FormState } from './rules.ts'
import type { FormField } from './submission/contract-fields.ts'

export const formKinds = pgTable('form_kinds', {
  ...recordColumns(),
  key: text('key').notNull(),
  title: json<Localized & { ko: string }>('title').notNull(),
  fields: json<FormField[]>('fields').notNull(),
  privacyVersion: text('privacy_version').notNull(),
  keptDays: integer('kept_days').notNull(),
})
export type FormKindRow = typeof formKinds.$inferSelect

export const formRequests = pgTable('form_requests', {
  ...recordColumns(),
  number: text('number').notNull(),
  kind: text('kind').notNull(),
  state: text('state').$type<FormState>().notNull().default('received'),
  locale: text('locale').$type<Locale>().notNull(),
  answers: json<Record<string, string>>('answers').notNull(),
  name: text('name').notNull(),
  phone: text('phone').notNull(),
  email: text('email'),
  practice: text('practice'),
  office: text('office'),
  lawyer: text('lawyer'),
  consentVersion: text('consent_version').notNull(),
  consentedAt: moment('consented_at').notNull(),
  assigneeId: uuid('assignee_id'),
  answeredAt: moment('answered_at'),
  closedAt: moment('closed_at'),
  mergedInto: uuid('merged_into'),
  key: text('key').notNull(),
  requestHash: bytea('request_hash').notNull(),
})
export type FormRequestRow = typeof formRequests.$inferSelect

export const formFiles = pgTable('form_files', {
  ...recordColumns(),
  requestId: uuid('request_id'),
  position: integer('position'),
  kind: text('kind').$type<'picture' | 'video' | 'document'>().notNull(),
  name: text('name').notNull(),
  mime: text('mime').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  sha256: bytea('sha256').notNull(),
  width: integer('width'),
  height: integer('height'),
  entryId: uuid('entry_id'),
})
export type FormFileRow = typeof formFiles.$inferSelect

/** Handling of a request before and after a reply or merge; undo restores `before`. */
export interface HandlingChange {
  before: Handling
  after: Handling
}

/** Timestamps in ISO 8601. */
export interface Handling {
  state: FormState
  assigneeId: string | null
  answeredAt: string | null
  closedAt: string | null
}

export const formEntries = pgTable('form_entries', {
  ...recordColumns(),
  requestId: uuid('request_id').notNull(),
  kind: text('kind').$type<'event' | 'note' | 'answer'>().notNull(),
  what: text('what').notNull().default(''),
  subject: text('subject').notNull().default(''),
  text: text('text').notNull().default(''),
  mailId: uuid('mail_id'),
  actorId: uuid('actor_id'),
  actor: text('actor'),
  handling: json<HandlingChange>('handling'),
})
export type FormEntryRow = typeof formEntries.$inferSelect

export const undeliverableForms = pgTable('form_kept', {
  ...recordColumns(),
  entry: text('entry').notNull(),
  digest: bytea('digest').notNull(),
  reason: text('reason').$type<UndeliverableReason>().notNull(),
  receivedAt: moment('received_at').notNull(),
})
export type UndeliverableFormRow = typeof undeliverableForms.$inferSelect
