import { bigint, boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { Localized } from '../contract.ts'
import { bytea, json, recordColumns } from '../db/columns.ts'

export const files = pgTable('files', {
  ...recordColumns(),
  kind: text('kind').$type<'picture' | 'video' | 'document'>().notNull(),
  name: text('name').notNull(),
  mime: text('mime').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  sha256: bytea('sha256').notNull(),
  alt: json<Localized>('alt').notNull().default({}),
  width: integer('width'),
  height: integer('height'),
  widths: integer('widths').array().notNull().default([]),
  formats: text('formats').array().$type<('avif' | 'webp')[]>().notNull().default([]),
  uploadedBy: uuid('uploaded_by'),
  /** Uploaded for a text that does not use it yet: deleted after a week. */
  awaitsUse: boolean('awaits_use').notNull().default(false),
  /** Percent from the left and from the top. */
  focus: smallint('focus').array().$type<[number, number]>(),
})
export type FileRow = typeof files.$inferSelect

/** References from records to files, maintained by triggers of the referencing tables. */
export const fileUses = pgTable('file_uses', {
  fileId: uuid('file_id').notNull(),
  source: text('source').notNull(),
  recordId: text('record_id').notNull(),
  part: text('part').notNull(),
})

/** Unfinished resumable uploads (`resumable-uploads.ts`). */
export const resumableUploads = pgTable('resumable_uploads', {
  ...recordColumns(),
  userId: uuid('user_id').notNull(),
  purpose: text('purpose').notNull(),
  slot: smallint('slot').notNull(),
  name: text('name').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  /** Epoch milliseconds. */
  modified: bigint('modified', { mode: 'number' }).notNull(),
})
export type ResumableRow = typeof resumableUploads.$inferSelect
