import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Locale, Localized } from '#kit/contract.ts'
import { json, recordColumns } from '#kit/db/columns.ts'
import type { InfoGroup } from './contract.ts'

export const lawyers = pgTable('lawyers', {
  ...recordColumns(),
  key: text('key').notNull(),
  title: json<Localized>('title').notNull(),
  titleEn: text('title_en').notNull(),
  comment: json<Localized>('comment').notNull().default({}),
  info: json<{ ko: InfoGroup[] } & Partial<Record<Locale, InfoGroup[]>>>('info').notNull(),
  greeting: json<Localized>('greeting').notNull().default({}),
  ceo: boolean('ceo').notNull().default(false),
  representative: boolean('representative').notNull().default(false),
  practices: text('practices').array().notNull().default([]),
  stories: text('stories').array().notNull().default([]),
  office: text('office'),
  picture: uuid('picture'),
  position: integer('position').notNull().default(0),
  visible: boolean('visible').notNull().default(true),
})
