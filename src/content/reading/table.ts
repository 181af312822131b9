import { date, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '#kit/db/columns.ts'

/** Visitors of a post on a day in Seoul; `visitor` is a keyed hash that changes daily. */
export const postViews = pgTable(
  'post_views',
  {
    postId: uuid('post_id').notNull(),
    day: date('day').notNull(),
    visitor: bytea('visitor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.day, table.visitor] })],
)
