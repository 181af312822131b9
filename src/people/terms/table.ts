import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { json, moment, recordColumns } from '#kit/db/columns.ts'

export const terms = pgTable('terms', {
  ...recordColumns(),
  code: text('code').notNull(),
  title: json<Localized>('title').notNull(),
  body: json<Localized>('body').notNull(),
  effectiveAt: moment('effective_at').notNull(),
})

/** Versions that members are asked for at their next log-in, until they agree. */
export const termsAsked = pgTable('terms_asked', {
  termsId: uuid('terms_id').primaryKey(),
  askedAt: moment('asked_at').notNull(),
})
