import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '#kit/db/columns.ts'
import type { ConsentSource, ConsentSubject } from './rules.ts'

/** Append-only: a trigger refuses every change. */
export const consents = pgTable('consents', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  subject: text('subject').$type<ConsentSubject>().notNull(),
  termsId: uuid('terms_id'),
  given: boolean('given').notNull(),
  how: text('how').$type<ConsentSource>().notNull(),
  at: moment('at').notNull(),
})
