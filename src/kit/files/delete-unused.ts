import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../server/context.ts'
import { orphanDays } from './remove-orphans.ts'

/** SQL condition: a record uses the row of `files`. */
export const isFileUsed = sql`EXISTS (SELECT FROM file_uses WHERE file_id = files.id)`

/**
 * Deletes the files that fulfil a condition and that no record uses; returns their number. A job deletes the bytes after
 * the commit. Requires a transaction.
 */
const deleteUnused = async (context: Context, condition: SQL): Promise<number> => {
  const { rows } = await context.database.execute<{ id: string }>(
    sql`DELETE FROM files WHERE ${condition} AND NOT ${isFileUsed} RETURNING id`,
  )
  for (const { id } of rows) await context.services.jobs.add(context.database, 'forgetBytes', { id })
  return rows.length
}

/** Deletes those pictures that an account uploaded and no record uses any more. Requires a transaction. */
export const deleteOwnPictures = (context: Context, userId: string, ids: readonly string[]): Promise<number> =>
  deleteUnused(
    context,
    sql`uploaded_by = ${userId}::uuid
      AND id::text IN (SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`,
  )

/**
 * Deletes files that were uploaded for a text a week ago and that no text has used since; returns their number. A file
 * that was used once is kept in the library, so that an earlier version of its text can be restored.
 */
export const deleteNeverUsed = (context: Context): Promise<number> =>
  context.transaction(async (inside) => {
    await inside.database.execute(sql`UPDATE files SET awaits_use = false WHERE awaits_use AND ${isFileUsed}`)
    const before = new Date(inside.now().getTime() - orphanDays * 24 * 3_600_000).toISOString()
    // A record that begins to use a file locks its row until the commit: such a file is skipped.
    return deleteUnused(
      inside,
      sql`id IN (SELECT id FROM files WHERE awaits_use AND created_at < ${before}::timestamptz FOR UPDATE SKIP LOCKED)`,
    )
  })
