import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { json, recordColumns } from '#kit/db/columns.ts'

export const levels = pgTable('levels', {
  ...recordColumns(),
  key: text('key').notNull(),
  title: json<Localized>('title').notNull(),
  /** Higher stands above: nobody grants above their own. */
  rank: integer('rank').notNull(),
  scopes: text('scopes').array().notNull().default([]),
  onJoining: boolean('on_joining').notNull().default(false),
})
