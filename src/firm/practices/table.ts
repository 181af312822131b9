import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Block } from '#content/blocks/contract.ts'
import type { Localized } from '#kit/contract.ts'
import { json, recordColumns } from '#kit/db/columns.ts'

export const practices = pgTable('practices', {
  ...recordColumns(),
  key: text('key').notNull(),
  path: text('path').notNull(),
  title: json<Localized>('title').notNull(),
  summary: json<Localized>('summary').notNull().default({}),
  picture: uuid('picture'),
  blocks: json<Block[]>('blocks').notNull().default([]),
  position: integer('position').notNull().default(0),
  visible: boolean('visible').notNull().default(true),
})
