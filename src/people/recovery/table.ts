import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '#kit/db/columns.ts'

export const recoveryTokens = pgTable('recovery_tokens', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  /** SHA-256; only the message contains the token. */
  tokenHash: bytea('token_hash').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
})
