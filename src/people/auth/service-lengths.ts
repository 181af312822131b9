import { sql } from 'drizzle-orm'
import type { Database } from '#kit/db/pool.ts'
import { settings } from '#platform/settings/table.ts'
import { livesOf, type SessionLengths } from './rules.ts'

/** How long sessions last now, as a column of a query: a change of the settings holds at the next request. */
export const lengths = sql<SessionLengths | null>`(SELECT ${settings.value} -> 'security' FROM ${settings} LIMIT 1)`

/** Milliseconds of idleness, and in all, after which sessions end now. */
export const livesNow = async (database: Database, isStaff: boolean) => {
  const { rows } = await database.execute<{ lengths: SessionLengths | null }>(sql`SELECT ${lengths} AS lengths`)
  return livesOf(isStaff, rows[0]?.lengths ?? null)
}

/** When a session that begins now ends at the latest. */
export const endOfNew = async (database: Database, isStaff: boolean, now: Date): Promise<Date> =>
  new Date(now.getTime() + (await livesNow(database, isStaff)).whole)
