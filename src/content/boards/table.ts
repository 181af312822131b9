import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Locale, Localized } from '#kit/contract.ts'
import { json, moment, recordColumns } from '#kit/db/columns.ts'
import type { Board, PostText } from './contract.ts'

export const boards = pgTable('boards', {
  ...recordColumns(),
  code: text('code').notNull(),
  title: json<Localized & { ko: string }>('title').notNull(),
  skin: text('skin').$type<Board['skin']>().notNull().default('list'),
  categories: json<Board['categories']>('categories').notNull().default([]),
  /** Whether posts of the board may take comments; each post has its own switch. */
  comments: boolean('comments').notNull().default(false),
  position: integer('position').notNull().default(0),
})

export const posts = pgTable('posts', {
  ...recordColumns(),
  code: text('code').notNull(),
  category: text('category'),
  slug: text('slug'),
  pinned: boolean('pinned').notNull().default(false),
  comments: boolean('comments').notNull().default(false),
  thumb: uuid('thumb'),
  files: uuid('files').array().notNull().default([]),
  authorId: uuid('author_id'),
  views: integer('views').notNull().default(0),
  /** Earliest start of a published language; null if none is published. */
  publishedAt: moment('published_at'),
  trashedAt: moment('trashed_at'),
})

export const postTexts = pgTable(
  'post_texts',
  {
    postId: uuid('post_id').notNull(),
    locale: text('locale').$type<Locale>().notNull(),
    subject: text('subject').notNull(),
    summary: text('summary').notNull().default(''),
    body: text('body').notNull().default(''),
    facts: json<PostText['facts']>('facts').notNull().default({}),
    state: text('state').$type<PostText['state']>().notNull().default('draft'),
    publishFrom: moment('publish_from'),
    publishTo: moment('publish_to'),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.locale] })],
)
export type PostRow = typeof posts.$inferSelect
export type PostTextRow = typeof postTexts.$inferSelect
