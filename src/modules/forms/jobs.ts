import { sql } from 'drizzle-orm'
import { isUnreachable } from '#kit/db/pool.ts'
import type { Context } from '#kit/server/context.ts'
import { uploadDays } from './rules.ts'

/**
 * Keeps the promise of the privacy terms: a request goes with its files and its thread when its time after closing is
 * over, and a file whose request never came goes after a week. Any number of processes may do it at once.
 */
export const forgetForms = async (context: Context): Promise<{ requests: number; files: number }> => {
  const now = sql`${context.now().toISOString()}::timestamptz`
  const over = await context.database.execute<{ requests: number; files: string[] }>(sql`
    WITH over AS (
      SELECT r.id FROM form_requests r JOIN form_kinds k ON k.key = r.kind
      WHERE r.state = 'closed' AND r.closed_at < ${now} - make_interval(days => k.kept_days)
      ORDER BY r.closed_at LIMIT 200 FOR UPDATE OF r SKIP LOCKED
    ), bytes AS (SELECT f.id FROM form_files f JOIN over ON over.id = f.request_id),
    gone AS (DELETE FROM form_requests r USING over WHERE r.id = over.id RETURNING r.id)
    SELECT (SELECT count(*) FROM gone) AS requests, ARRAY(SELECT id::text FROM bytes) AS files`)
  const alone = await context.database.execute<{ id: string }>(sql`
    DELETE FROM form_files WHERE request_id IS NULL AND created_at < ${now} - make_interval(days => ${uploadDays}) RETURNING id`)
  const ids = [...(over.rows[0]?.files ?? []), ...alone.rows.map(({ id }) => id)]
  for (const id of ids) await context.services.files.remove(id)
  return { requests: over.rows[0]?.requests ?? 0, files: ids.length }
}

/** Milliseconds between two looks for what is to be forgotten. */
const pause = 3_600_000

/** Looks once an hour, until it is closed. */
export const startForgetting = (context: () => Context): { close(): void } => {
  const look = () => {
    const own = context()
    forgetForms(own).catch((error: Error) => {
      if (!isUnreachable(error)) own.services.log.error({ err: error }, 'old requests could not be removed')
    })
  }
  const timer = setInterval(look, pause).unref()
  return { close: () => clearInterval(timer) }
}
