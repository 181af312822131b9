import { date, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { bytea } from '#kit/db/columns.ts'

/** Who has looked at a post on a day of Seoul; `visitor` is a keyed hash that changes with the day. */
export const postViews = pgTable(
  'post_views',
  {
    postId: uuid('post_id').notNull(),
    day: date('day').notNull(),
    visitor: bytea('visitor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.day, table.visitor] })],
)
