import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '#kit/db/columns.ts'
import { purposes } from './rules.ts'

export const contactCodes = pgTable('contact_codes', {
  id: uuid('id').primaryKey(),
  /** HMACs of the contact, and of id plus code. */
  contactHash: bytea('contact_hash').notNull(),
  codeHash: bytea('code_hash').notNull(),
  attempts: integer('attempts').notNull().default(0),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  confirmedAt: moment('confirmed_at'),
  spentAt: moment('spent_at'),
})

/** Identity verifications. No column holds personal data from the provider. */
export const identityVerifications = pgTable('identity_verifications', {
  /** Id for the provider: 40 hexadecimal digits. */
  id: text('id').primaryKey(),
  /** SHA-256 of the secret that only the starting browser has. */
  keyHash: bytea('key_hash').notNull(),
  purpose: text('purpose', { enum: purposes }).notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  confirmedAt: moment('confirmed_at'),
  spentAt: moment('spent_at'),
})

export const contactLimits = pgTable('contact_limits', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  beganAt: moment('began_at').notNull(),
  lastAt: moment('last_at').notNull(),
})
