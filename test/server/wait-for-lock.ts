import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '#kit/db/pool.ts'

const isWaiting = async (database: Database): Promise<boolean> => {
  const { rows } = await database.execute(
    sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

/** Resolves once a connection waits for a lock in this database; throws after 5 s. */
export const waitForLock = async (database: Database): Promise<void> => {
  for (let attempt = 0; attempt < 250; attempt += 1) {
    if (await isWaiting(database)) return
    await setTimeout(20)
  }
  throw new Error('Nobody waits for a lock')
}
