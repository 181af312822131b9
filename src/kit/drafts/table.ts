import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Access } from '../contract.ts'
import { bytea, json, moment } from '../db/columns.ts'

/** Fields of a module's input, or columns of its row. */
type Fields = Record<string, unknown>

/** Unpublished changes; at most one draft per record. */
export const drafts = pgTable('drafts', {
  entity: text('entity').notNull(),
  recordId: uuid('record_id').notNull(),
  content: json<Fields>('content').notNull(),
  /** Row that the draft is based on, by column name. */
  base: json<Fields>('base').notNull(),
  /** `updated_at` of that row. */
  madeFrom: moment('made_from').notNull(),
  author: text('author').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

export const previews = pgTable('previews', {
  tokenHash: bytea('token_hash').primaryKey(),
  sessionId: uuid('session_id').notNull(),
  access: text('access').$type<Access>().notNull(),
  entity: text('entity').notNull(),
  recordId: uuid('record_id').notNull(),
  content: json<Fields>('content').notNull(),
  expiresAt: moment('expires_at').notNull(),
  createdAt: moment('created_at').notNull(),
})
