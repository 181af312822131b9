import { integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { json, recordColumns } from '#kit/db/columns.ts'
import type { Introduction } from './contract-introductions.ts'

export const companies = pgTable('companies', {
  ...recordColumns(),
  userId: uuid('user_id').notNull(),
  name: text('name').notNull(),
  ceo: text('ceo').notNull(),
  /** Ten digits. */
  businessNumber: text('business_number').notNull(),
  category: text('category').notNull(),
  address: text('address').notNull(),
  businessRegistration: uuid('business_registration'),
  logo: uuid('logo'),
  photo: uuid('photo'),
  introduction: uuid('introduction'),
})
export type CompanyRow = typeof companies.$inferSelect

export const introductions = pgTable('introductions', {
  ...recordColumns(),
  userId: uuid('user_id').notNull(),
  slot: smallint('slot').notNull(),
  fileId: uuid('file_id').notNull(),
  state: text('state').$type<Introduction['state']>().notNull().default('checking'),
  read: text('read').$type<NonNullable<Introduction['read']>>(),
  pages: integer('pages').notNull().default(0),
  places: json<Introduction['places']>('places').notNull().default([]),
})
export type IntroductionRow = typeof introductions.$inferSelect
