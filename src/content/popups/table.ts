import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Locale, Localized } from '#kit/contract.ts'
import { json, moment, recordColumns } from '#kit/db/columns.ts'

export const popups = pgTable('popups', {
  ...recordColumns(),
  title: json<Localized>('title').notNull(),
  body: json<Localized>('body').notNull().default({}),
  linkLabel: json<Localized>('link_label').notNull().default({}),
  picture: uuid('picture'),
  skin: text('skin').$type<'basic' | 'bar' | 'modal'>().notNull().default('basic'),
  startAt: moment('start_at'),
  endAt: moment('end_at'),
  paths: text('paths').array().notNull().default(['/']),
  locales: text('locales').array().$type<Locale[]>().notNull().default([]),
  device: text('device').$type<'all' | 'desktop' | 'mobile'>().notNull().default('all'),
  audience: text('audience').$type<'all' | 'guest' | 'member'>().notNull().default('all'),
  position: integer('position').notNull().default(0),
  corner: text('corner').$type<'left' | 'right'>().notNull().default('left'),
  width: integer('width').notNull().default(400),
  link: text('link'),
  atOnce: boolean('at_once').notNull().default(false),
  visible: boolean('visible').notNull().default(true),
})
