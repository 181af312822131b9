import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { json, moment, recordColumns } from '#kit/db/columns.ts'
import type { NotificationCategory } from './contract.ts'

export const notifications = pgTable('notifications', {
  ...recordColumns(),
  category: text('category').$type<NotificationCategory>().notNull(),
  title: json<Localized & { ko: string }>('title').notNull(),
  body: json<Localized & { ko: string }>('body').notNull(),
  pinned: boolean('pinned').notNull().default(false),
  visible: boolean('visible').notNull().default(true),
  startAt: moment('start_at'),
  endAt: moment('end_at'),
  views: integer('views').notNull().default(0),
})
export type NotificationRow = typeof notifications.$inferSelect
