import { bigint, integer, pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '#kit/db/columns.ts'

export const twoSteps = pgTable('two_steps', {
  userId: uuid('user_id').primaryKey(),
  /** Encrypted; null until the first code confirms it. */
  secret: bytea('secret'),
  since: moment('since'),
  lastStep: bigint('last_step', { mode: 'number' }),
  pending: bytea('pending'),
  pendingUntil: moment('pending_until'),
})

export const recoveryCodes = pgTable('recovery_codes', {
  userId: uuid('user_id').notNull(),
  codeHash: bytea('code_hash').notNull(),
  usedAt: moment('used_at'),
})

export const pendingLogins = pgTable('pending_logins', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: uuid('user_id').notNull(),
  attempts: integer('attempts').notNull().default(0),
  expiresAt: moment('expires_at').notNull(),
})
