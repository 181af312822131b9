import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { type UserRow, users } from '../table.ts'

/** Returns which unique value is taken, as an error path; null if none is. */
export const findTakenField = async (
  context: Context,
  identifier: { username?: string; email?: string | null; phone?: string | null },
): Promise<'username' | 'contact' | null> => {
  const { rows } = await context.database.execute<{ username: boolean; contact: boolean }>(sql`
    SELECT EXISTS (SELECT FROM users WHERE username = ${identifier.username ?? ''}) AS username,
      EXISTS (SELECT FROM users WHERE lower(email) = ${identifier.email ?? ''} OR phone = ${identifier.phone ?? ''}) AS contact`)
  const [row] = rows
  return row?.username ? 'username' : row?.contact ? 'contact' : null
}

/** Returns the account with this contact that can log in. */
export const findByContact = async (
  context: Context,
  contact: { email?: string; phone?: string },
): Promise<UserRow | undefined> => {
  const [row] = await context.database
    .select()
    .from(users)
    .where(
      and(
        eq(users.state, 'active'),
        contact.email !== undefined
          ? sql`lower(${users.email}) = ${contact.email}`
          : eq(users.phone, contact.phone ?? ''),
      ),
    )
  return row
}
