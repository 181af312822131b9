import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { recordColumns } from '#kit/db/columns.ts'

export const bookmarks = pgTable('bookmarks', {
  ...recordColumns(),
  userId: uuid('user_id').notNull(),
  act: text('act').$type<'bookmark' | 'like'>().notNull(),
  kind: text('kind').notNull(),
  recordId: uuid('record_id').notNull(),
})
export type BookmarkRow = typeof bookmarks.$inferSelect
