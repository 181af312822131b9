import { sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import type { Context } from '#kit/server/context.ts'
import { loginRetentionMonths } from './export-personal-data.ts'
import { readSessionLifetimes } from './read-session-lengths.ts'

/**
 * Deletes sessions three months after their end or last possible use, the period that the law requires, and log-in
 * failures one day after the last. A run that deleted something writes an audit line with the counts.
 */
export const deleteOldLogins = (context: Context): Promise<void> =>
  context.transaction(async (within) => {
    const now = sql`${within.now().toISOString()}::timestamptz`
    const { total } = await readSessionLifetimes(within.database, false)
    const maxLifetimeSql = sql`${total} * interval '1 millisecond'`
    // Save the last use before its sessions are deleted, because dormancy depends on it.
    const old = await within.database.execute(sql`
      WITH gone AS (
        DELETE FROM sessions
        WHERE coalesce(ended_at, created_at + ${maxLifetimeSql}) < ${now} - make_interval(months => ${loginRetentionMonths})
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
    const removedCounts = { sessions: old.rowCount ?? 0, failures: failures.rowCount ?? 0 }
    if (removedCounts.sessions + removedCounts.failures === 0) return
    await writeAudit(within, {
      action: 'destroy',
      entity: 'users',
      summary: String(removedCounts.sessions),
      after: removedCounts,
    })
  })
