import { bigint, customType, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Locale } from '#kit/contract.ts'
import { bytea, moment, recordColumns } from '#kit/db/columns.ts'
import type { FilePurpose, MemberKind } from './contract.ts'

export const users = pgTable('users', {
  ...recordColumns(),
  /** Lower case. */
  username: text('username').notNull(),
  name: text('name').notNull(),
  email: text('email'),
  levelId: uuid('level_id').notNull(),
  passwordHash: text('password_hash').notNull(),
  state: text('state').$type<'active' | 'locked' | 'withdrawn'>().notNull().default('active'),
  kind: text('kind').$type<MemberKind>().notNull().default('PERSON'),
  /** E.164. */
  phone: text('phone'),
  locale: text('locale').$type<Locale>().notNull().default('ko'),
  photo: uuid('photo'),
  /** Reason for the lock, written by staff. */
  lockReason: text('lock_reason'),
  /** Last log-in, or last use of a session that has since been deleted. */
  seenAt: moment('seen_at'),
  dormancyWarnedAt: moment('dormancy_warned_at'),
  /** Time the account became dormant; a log-in reactivates it. */
  dormantAt: moment('dormant_at'),
})
export type UserRow = typeof users.$inferSelect

/** Search index of members for the console; maintained by triggers on `users` and `companies`. */
export const memberWords = pgTable('member_words', {
  userId: uuid('user_id').primaryKey(),
  /** Lower case, one entry per line. */
  words: text('words').notNull(),
  windows: customType<{ data: string }>({ dataType: () => 'tsvector' })('windows').notNull(),
})

/** Files of members; `userId` is null until the record is saved. */
export const memberFiles = pgTable('member_files', {
  ...recordColumns(),
  userId: uuid('user_id'),
  purpose: text('purpose').$type<FilePurpose>().notNull(),
  kind: text('kind').$type<'picture' | 'document'>().notNull(),
  name: text('name').notNull(),
  mime: text('mime').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  sha256: bytea('sha256').notNull(),
  width: integer('width'),
  height: integer('height'),
})
export type MemberFileRow = typeof memberFiles.$inferSelect
