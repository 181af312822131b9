import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { json, recordColumns } from '#kit/db/columns.ts'

export const auctionAuthors = pgTable('auction_authors', {
  ...recordColumns(),
  key: text('key').notNull(),
  name: json<Localized & { ko: string }>('name').notNull(),
  born: integer('born'),
  died: integer('died'),
  biography: json<Localized>('biography').notNull().default({}),
  picture: uuid('picture'),
  visible: boolean('visible').notNull().default(true),
})
export type AuthorRow = typeof auctionAuthors.$inferSelect
