import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { recordColumns } from '#kit/db/columns.ts'

/** What ends where another begins is led on by the table's own triggers (database/triggers/redirects.sql). */
export const redirects = pgTable('redirects', {
  ...recordColumns(),
  fromPath: text('from_path').notNull(),
  toPath: text('to_path'),
  status: integer('status').notNull().default(301),
  automatic: boolean('automatic').notNull().default(false),
})
