import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Locale, Localized } from '#kit/contract.ts'
import { json, moment, recordColumns } from '#kit/db/columns.ts'

export const banners = pgTable('banners', {
  ...recordColumns(),
  code: text('code').notNull(),
  title: json<Localized>('title').notNull(),
  link: text('link'),
  startAt: moment('start_at'),
  endAt: moment('end_at'),
  position: integer('position').notNull().default(0),
  visible: boolean('visible').notNull().default(true),
  pictures: json<{ device: 'desktop' | 'mobile'; locale: Locale; picture: string }[]>('pictures').notNull().default([]),
})
