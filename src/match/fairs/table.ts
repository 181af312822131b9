import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { json, moment, recordColumns } from '#kit/db/columns.ts'
import type { Category, Way } from '#match/participants/contract.ts'
import type { Phase, Span } from './rules.ts'

export const fairs = pgTable('fairs', {
  ...recordColumns(),
  title: json<Localized & { ko: string }>('title').notNull(),
  summary: json<Localized>('summary').notNull().default({}),
  body: json<Localized>('body').notNull().default({}),
  venue: json<Localized>('venue').notNull().default({}),
  phase: text('phase').$type<Phase>().notNull().default('draft'),
  sellersUntil: moment('sellers_until'),
  buyersUntil: moment('buyers_until'),
  startsAt: moment('starts_at').notNull(),
  endsAt: moment('ends_at').notNull(),
  sessions: json<Span[]>('sessions').notNull().default([]),
  breaks: json<(Span & { title: Localized })[]>('breaks').notNull().default([]),
  slotMinutes: integer('slot_minutes').notNull().default(30),
  tables: integer('tables').notNull().default(10),
  rooms: integer('rooms').notNull().default(20),
  holdHours: integer('hold_hours').notNull().default(48),
  requestLimit: integer('request_limit').notNull().default(10),
  changeHours: integer('change_hours').notNull().default(24),
  categories: text('categories').array().$type<Category[]>().notNull().default([]),
  thumbs: json<string[]>('thumbs').notNull().default([]),
  visible: boolean('visible').notNull().default(true),
  released: boolean('released').notNull().default(true),
})
export type FairRow = typeof fairs.$inferSelect

/** Slots of a fair, created by a trigger. Closed slots must not be offered. */
export const fairSlots = pgTable('fair_slots', {
  id: uuid('id').primaryKey().defaultRandom(),
  fairId: uuid('fair_id').notNull(),
  startsAt: moment('starts_at').notNull(),
  endsAt: moment('ends_at').notNull(),
  /** True if the fair no longer has the slot but a meeting still uses it. */
  closed: boolean('closed').notNull().default(false),
})
export type SlotRow = typeof fairSlots.$inferSelect

/** Tables (offline) and rooms (online); a trigger keeps their number equal to that of the fair. */
export const fairPlaces = pgTable('fair_places', {
  fairId: uuid('fair_id').notNull(),
  way: text('way').$type<Way>().notNull(),
  number: integer('number').notNull(),
  closed: boolean('closed').notNull().default(false),
})
