import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { json, recordColumns } from '#kit/db/columns.ts'
import type { MapPart } from './contract.ts'

export const offices = pgTable('offices', {
  ...recordColumns(),
  key: text('key').notNull(),
  title: json<Localized>('title').notNull(),
  address: json<Localized>('address').notNull(),
  floor: json<Localized>('floor').notNull(),
  phone: text('phone').notNull(),
  fax: text('fax'),
  hours: json<Localized>('hours').notNull().default({}),
  transit: json<Localized>('transit').notNull().default({}),
  parking: json<Localized>('parking').notNull().default({}),
  storeys: integer('storeys').notNull().default(12),
  ownStorey: integer('own_storey').notNull().default(5),
  opening: text('opening').array().notNull().default([]),
  map: json<MapPart[]>('map').notNull().default([]),
  photos: uuid('photos').array().notNull().default([]),
  picture: uuid('picture'),
  position: integer('position').notNull().default(0),
  visible: boolean('visible').notNull().default(true),
})
