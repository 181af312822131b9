import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { recordColumns } from '#kit/db/columns.ts'
import type { Programme } from './rules.ts'

/** Company selected by a programme in a year; only these companies can join as sellers. */
export const programmeEntries = pgTable('programme_entries', {
  ...recordColumns(),
  programme: text('programme').$type<Programme>().notNull(),
  year: integer('year').notNull(),
  /** Ten digits. */
  businessNumber: text('business_number').notNull(),
  company: text('company').notNull(),
  ceo: text('ceo').notNull().default(''),
  category: text('category').notNull().default(''),
  address: text('address').notNull().default(''),
  product: text('product').notNull().default(''),
})
export type ProgrammeEntryRow = typeof programmeEntries.$inferSelect
