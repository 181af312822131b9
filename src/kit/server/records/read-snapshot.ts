import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'

/**
 * Runs `read` on one database snapshot, so that rows changed between its statements are neither missed nor read twice.
 * Read-only. Occupies a connection until it ends; PostgreSQL terminates it after a minute without a query, and the next
 * read throws.
 */
export const readSnapshot = <Read>(
  context: Context,
  read: (snapshotContext: Context) => Promise<Read>,
): Promise<Read> =>
  context.transaction(async (snapshotContext) => {
    await snapshotContext.database.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`)
    await snapshotContext.database.execute(sql`SET LOCAL idle_in_transaction_session_timeout = '60s'`)
    return read(snapshotContext)
  })
