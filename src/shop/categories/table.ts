import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { json, recordColumns } from '#kit/db/columns.ts'

export const shopCategories = pgTable('shop_categories', {
  ...recordColumns(),
  key: text('key').notNull(),
  name: json<Localized & { ko: string }>('name').notNull(),
  parent: uuid('parent_id'),
  position: integer('position').notNull().default(0),
  visible: boolean('visible').notNull().default(true),
})
export type CategoryRow = typeof shopCategories.$inferSelect
