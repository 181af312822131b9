import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { json, moment, recordColumns } from '#kit/db/columns.ts'

export const shopReviews = pgTable('shop_reviews', {
  ...recordColumns(),
  lineId: uuid('line_id').notNull(),
  goodId: uuid('good_id'),
  userId: uuid('user_id'),
  writer: text('writer').notNull(),
  values: json<Localized[]>('values').notNull().default([]),
  rating: integer('rating').notNull(),
  text: text('text').notNull(),
  pictures: json<string[]>('pictures').notNull().default([]),
  hidden: boolean('hidden').notNull().default(false),
  hiddenReason: text('hidden_reason').notNull().default(''),
  reply: text('reply').notNull().default(''),
  repliedAt: moment('replied_at'),
})
export type ReviewRow = typeof shopReviews.$inferSelect
