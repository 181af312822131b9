import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Block } from '#content/blocks/contract.ts'
import type { Localized } from '#kit/contract.ts'
import { json, recordColumns } from '#kit/db/columns.ts'
import type { Section } from './contract.ts'

export interface StoredItem {
  title: Localized
  text: Localized
  link: string | null
  picture: string | null
}

export const sections = pgTable('sections', {
  ...recordColumns(),
  page: text('page').notNull(),
  kind: text('kind').$type<Section['kind']>().notNull(),
  title: json<Localized>('title').notNull(),
  lead: json<Localized>('lead').notNull().default({}),
  items: json<StoredItem[]>('items').notNull().default([]),
  picture: uuid('picture'),
  videos: uuid('videos').array().notNull().default([]),
  blocks: json<Block[]>('blocks').notNull().default([]),
  position: integer('position').notNull().default(0),
  visible: boolean('visible').notNull().default(true),
})
