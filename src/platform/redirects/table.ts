import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { recordColumns } from '#kit/db/columns.ts'

/**
 * The table's triggers join chains: a redirect to another one's source is changed to its final target
 * (database/triggers/redirects.sql).
 */
export const redirects = pgTable('redirects', {
  ...recordColumns(),
  fromPath: text('from_path').notNull(),
  toPath: text('to_path'),
  status: integer('status').notNull().default(301),
  automatic: boolean('automatic').notNull().default(false),
})
