import { sql } from 'drizzle-orm'
import type { Context } from '../server/context.ts'

/**
 * Deletes those pictures that an account uploaded and no record uses any more. A job deletes the bytes after the
 * commit. Requires a transaction.
 */
export const deleteOwnPictures = async (context: Context, userId: string, ids: readonly string[]): Promise<void> => {
  const { rows } = await context.database.execute<{ id: string }>(sql`
    DELETE FROM files WHERE id::text IN (SELECT jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
      AND uploaded_by = ${userId}::uuid AND NOT EXISTS (SELECT FROM file_uses WHERE file_id = files.id) RETURNING id`)
  for (const { id } of rows) await context.services.jobs.add(context.database, 'forgetBytes', { id })
}
