import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment, recordColumns } from '#kit/db/columns.ts'

export const passkeys = pgTable('passkeys', {
  ...recordColumns(),
  userId: uuid('user_id').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: bytea('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull().default(0),
  transports: text('transports').array().notNull().default([]),
  name: text('name').notNull(),
  usedAt: moment('used_at'),
})

export const passkeyChallenges = pgTable('passkey_challenges', {
  id: uuid('id').primaryKey(),
  challenge: text('challenge').notNull(),
  userId: uuid('user_id'),
  expiresAt: moment('expires_at').notNull(),
})
