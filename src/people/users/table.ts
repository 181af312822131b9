import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { recordColumns } from '#kit/db/columns.ts'

export const users = pgTable('users', {
  ...recordColumns(),
  /** Lower case. */
  username: text('username').notNull(),
  name: text('name').notNull(),
  email: text('email'),
  levelId: uuid('level_id').notNull(),
  passwordHash: text('password_hash').notNull(),
  state: text('state').$type<'active' | 'locked' | 'withdrawn'>().notNull().default('active'),
})
export type UserRow = typeof users.$inferSelect
