import { sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import type { Context } from '#kit/server/context.ts'
import { loginMonths } from './service.ts'
import { livesNow } from './service-lengths.ts'

/**
 * Destroys records of log-ins: sessions three months after they ended or could last be used, as long as the law asks
 * to keep them, and failures a day after the last. A run that destroyed something is a line of the log, with numbers.
 */
export const forgetLogins = (context: Context): Promise<void> =>
  context.transaction(async (within) => {
    const now = sql`${within.now().toISOString()}::timestamptz`
    const { whole } = await livesNow(within.database, false)
    const longest = sql`${whole} * interval '1 millisecond'`
    // When an account was used last outlives its log-ins: who stays away is told apart by it.
    const old = await within.database.execute(sql`
      WITH gone AS (
        DELETE FROM sessions
        WHERE coalesce(ended_at, created_at + ${longest}) < ${now} - make_interval(months => ${loginMonths})
        RETURNING user_id, used_at
      ), seen AS (
        UPDATE users SET seen_at = greatest(seen_at, latest.at)
        FROM (SELECT user_id, max(used_at) AS at FROM gone GROUP BY user_id) AS latest
        WHERE users.id = latest.user_id AND (seen_at IS NULL OR seen_at < latest.at)
      )
      SELECT FROM gone`)
    const failures = await within.database.execute(
      sql`DELETE FROM login_failures WHERE last_at < ${now} - interval '1 day' AND (blocked_until IS NULL OR blocked_until < ${now})`,
    )
    const gone = { sessions: old.rowCount ?? 0, failures: failures.rowCount ?? 0 }
    if (gone.sessions + gone.failures === 0) return
    await writeAudit(within, { action: 'destroy', entity: 'users', summary: String(gone.sessions), after: gone })
  })
