import { integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, moment } from '#kit/db/columns.ts'
import type { LoginMethod } from './rules.ts'

export const sessions = pgTable('sessions', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  device: text('device').notNull().default(''),
  address: text('address').notNull().default(''),
  createdAt: moment('created_at').notNull(),
  usedAt: moment('used_at').notNull(),
  endedAt: moment('ended_at'),
  way: text('way').$type<LoginMethod>().notNull().default('password'),
})

export const loginFailures = pgTable('login_failures', {
  key: text('key').primaryKey(),
  failures: integer('failures').notNull().default(0),
  lastAt: moment('last_at').notNull(),
  blockedUntil: moment('blocked_until'),
})

export const trustedDevices = pgTable('trusted_devices', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  /** 1 to 10, unique per account. */
  place: smallint('place').notNull(),
  tokenHash: bytea('token_hash').notNull(),
  device: text('device').notNull(),
  createdAt: moment('created_at').notNull(),
  usedAt: moment('used_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
})
