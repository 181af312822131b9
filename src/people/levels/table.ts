import { boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Localized } from '#kit/contract.ts'
import { json, recordColumns } from '#kit/db/columns.ts'
import type { Scope } from '#kit/scopes.ts'

export const levels = pgTable('levels', {
  ...recordColumns(),
  key: text('key').notNull(),
  title: json<Localized>('title').notNull(),
  /** A higher number is a higher rank. Staff cannot grant above their own. */
  rank: integer('rank').notNull(),
  scopes: text('scopes').array().$type<Scope[]>().notNull().default([]),
  /** Default level of new persons, or of new companies; at most one level each. */
  forPersons: boolean('for_persons').notNull().default(false),
  forCompanies: boolean('for_companies').notNull().default(false),
})

/** Scopes that were granted when their module was new to this database (`grantNewScopes`). */
export const scopeGrants = pgTable('scope_grants', {
  scope: text('scope').primaryKey(),
  grantedAt: timestamp('granted_at', { withTimezone: true, precision: 3 }).notNull(),
})
