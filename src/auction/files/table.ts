import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Locale, Localized } from '#kit/contract.ts'
import { json, recordColumns } from '#kit/db/columns.ts'

export const auctionFiles = pgTable('auction_files', {
  ...recordColumns(),
  program: uuid('program_id'),
  title: json<Localized & { ko: string }>('title').notNull(),
  file: uuid('file').notNull(),
  locale: text('locale').$type<Locale>(),
  position: integer('position').notNull().default(0),
  visible: boolean('visible').notNull().default(true),
})
export type AuctionFileRow = typeof auctionFiles.$inferSelect
