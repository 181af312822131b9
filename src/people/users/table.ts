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
  /** Why it is locked, as staff wrote it. */
  lockReason: text('lock_reason'),
  /** The last log-in, or the last use of a session that was forgotten since. */
  seenAt: moment('seen_at'),
  dormancyWarnedAt: moment('dormancy_warned_at'),
  /** Since when it is at rest; a log-in wakes it. */
  dormantAt: moment('dormant_at'),
})
export type UserRow = typeof users.$inferSelect

/** What a member is found by in the console; kept by triggers of `users` and `companies`. */
export const memberWords = pgTable('member_words', {
  userId: uuid('user_id').primaryKey(),
  /** Lower case, a line each. */
  words: text('words').notNull(),
  windows: customType<{ data: string }>({ dataType: () => 'tsvector' })('windows').notNull(),
})

/** Files of members; without `userId` until what they were uploaded for is saved. */
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
