import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Locale } from '#kit/contract.ts'
import { bytea, recordColumns } from '#kit/db/columns.ts'
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
})
export type UserRow = typeof users.$inferSelect

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
