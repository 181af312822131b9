import { sql } from 'drizzle-orm'
import type { Database } from '#kit/db/pool.ts'
import { settings } from '#platform/settings/table.ts'
import { getSessionLifetimes, type SessionLengths } from '../rules.ts'

/** SQL column with the current session lengths, so that a settings change applies to the next request. */
export const sessionLengthsSql = sql<SessionLengths | null>`(SELECT ${settings.value} -> 'security' FROM ${settings} LIMIT 1)`

/** Returns the current idle and total session lifetimes in ms. */
export const readSessionLifetimes = async (database: Database, isStaff: boolean) => {
  const { rows } = await database.execute<{ lengths: SessionLengths | null }>(
    sql`SELECT ${sessionLengthsSql} AS lengths`,
  )
  return getSessionLifetimes(isStaff, rows[0]?.lengths ?? null)
}

/** Returns the latest end of a session that starts now. */
export const endOfNewSession = async (database: Database, isStaff: boolean, now: Date): Promise<Date> =>
  new Date(now.getTime() + (await readSessionLifetimes(database, isStaff)).total)
