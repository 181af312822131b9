import { sql } from 'drizzle-orm'
import type { Context } from './context.ts'

/**
 * What `read` reads, in however many pieces, is of one moment: a row that is moved meanwhile would be missing, or be there
 * twice. It writes nothing. A connection is its own until it ends; PostgreSQL takes it back where nothing is asked of it for
 * a minute, and the next read throws.
 */
export const atOneMoment = <Read>(context: Context, read: (within: Context) => Promise<Read>): Promise<Read> =>
  context.transaction(async (within) => {
    await within.database.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`)
    await within.database.execute(sql`SET LOCAL idle_in_transaction_session_timeout = '60s'`)
    return read(within)
  })
