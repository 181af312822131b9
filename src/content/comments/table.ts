import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Locale } from '#kit/contract.ts'
import { moment, recordColumns } from '#kit/db/columns.ts'
import type { CommentState } from './rules.ts'

export const comments = pgTable('comments', {
  ...recordColumns(),
  postId: uuid('post_id').notNull(),
  parentId: uuid('parent_id'),
  authorId: uuid('author_id'),
  locale: text('locale').$type<Locale>().notNull(),
  body: text('body').notNull(),
  state: text('state').$type<CommentState>().notNull().default('visible'),
  removedBy: text('removed_by').$type<'author' | 'staff'>(),
  reason: text('reason').notNull().default(''),
  replies: integer('replies').notNull().default(0),
  editedAt: moment('edited_at'),
  isReply: boolean('is_reply').notNull().generatedAlwaysAs(sql`parent_id IS NOT NULL`),
  parentIsReply: boolean('parent_is_reply').generatedAlwaysAs(sql`CASE WHEN parent_id IS NOT NULL THEN false END`),
})
export type CommentRow = typeof comments.$inferSelect

/** Times of the latest comments of an account, at most five. */
export const commentAllowances = pgTable('comment_allowances', {
  authorId: uuid('author_id').primaryKey(),
  written: moment('written').array().notNull(),
})
