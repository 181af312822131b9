import { bigint, customType, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Localized } from '../contract.ts'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** A moment with milliseconds, as `Date`. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

export const files = pgTable('files', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<'picture' | 'video' | 'document'>().notNull(),
  name: text('name').notNull(),
  mime: text('mime').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  sha256: bytea('sha256').notNull(),
  alt: jsonb('alt').$type<Localized>().notNull().default({}),
  width: integer('width'),
  height: integer('height'),
  widths: integer('widths').array().notNull().default([]),
  formats: text('formats').array().$type<('avif' | 'webp')[]>().notNull().default([]),
  uploadedBy: uuid('uploaded_by'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})
export type FileRow = typeof files.$inferSelect
