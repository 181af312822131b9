import { sql } from 'drizzle-orm'
import type { Context } from '../server/context.ts'
import { orphanDays } from './remove-orphans.ts'

/**
 * Deletes files that were uploaded for a text a week ago and that no record uses; returns their number. A job deletes
 * the bytes after the commit.
 */
export const removeUnusedTextFiles = (context: Context): Promise<number> =>
  context.transaction(async (inside) => {
    const before = new Date(inside.now().getTime() - orphanDays * 24 * 3_600_000)
    // A record that begins to use a file holds its row until it commits; such a file is skipped and not deleted.
    const { rows } = await inside.database.execute<{ id: string }>(sql`
      DELETE FROM files WHERE id IN (
        SELECT id FROM files WHERE for_text AND created_at < ${before.toISOString()}
          AND NOT EXISTS (SELECT FROM file_uses WHERE file_id = files.id)
        FOR UPDATE SKIP LOCKED)
        AND NOT EXISTS (SELECT FROM file_uses WHERE file_id = files.id)
      RETURNING id`)
    for (const { id } of rows) await inside.services.jobs.add(inside.database, 'forgetBytes', { id })
    return rows.length
  })
