import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Database } from '#kit/db/pool.ts'
import { recoveryTokens } from '#people/recovery/table.ts'
import { pendingLogins } from '#people/two-step/table.ts'
import { sessions } from '../table.ts'
import { removeTrustedDevices } from './trust-device.ts'

/** Deletes pending access: password reset links, and log-ins that wait for their second step. */
export const deletePendingAccess = async (database: Database, userId: string): Promise<void> => {
  await database.delete(pendingLogins).where(eq(pendingLogins.userId, userId))
  await database.delete(recoveryTokens).where(eq(recoveryTokens.userId, userId))
}

/**
 * Ends the open sessions of an account and pending access (`deletePendingAccess`), in the caller's transaction; `except` keeps
 * one session. Also removes all trusted devices, because an intruder may hold one. Returns the number of ended
 * sessions.
 */
export const endSessions = async (database: Database, userId: string, now: Date, except?: string): Promise<number> => {
  // Wait for a log-in that holds the account lock (`lockAccount`), so that its session is ended too.
  await database.execute(sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`)
  await removeTrustedDevices(database, userId)
  await deletePendingAccess(database, userId)
  const ended = await database
    .update(sessions)
    .set({ endedAt: now })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), except ? ne(sessions.id, except) : undefined))
    .returning({ id: sessions.id })
  return ended.length
}
