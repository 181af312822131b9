import { and, inArray, isNotNull, isNull } from 'drizzle-orm'
import { hasPrivateFile, type PrivateFile } from '#kit/files/private-files.ts'
import type { Context } from '#kit/server/context.ts'
import { formFiles } from '../../table.ts'
import { isClaimedBySpool, parseSpoolEntry } from './spool-request.ts'

/** Returns the files of an entry that are still available: stored, and not used or claimed by another request. */
export const filterFreeFiles = async (context: Context, files: readonly PrivateFile[]): Promise<PrivateFile[]> => {
  const ids = files.map(({ id }) => id)
  const placed = await context.database
    .select({ id: formFiles.id })
    .from(formFiles)
    .where(and(inArray(formFiles.id, ids), isNotNull(formFiles.requestId)))
  const usedIds = new Set(placed.map(({ id }) => id))
  const there = await Promise.all(
    ids.map(async (id) => (await hasPrivateFile(context.services, id)) && !(await isClaimedBySpool(context, id))),
  )
  return files.filter(({ id }, index) => there[index] && !usedIds.has(id))
}

/**
 * Deletes the files of an entry that no request has: files before rows, so that a crash leaves no file without a row.
 */
export const deleteUnusedFiles = async (context: Context, text: string): Promise<void> => {
  const files = parseSpoolEntry(text)?.files ?? []
  const free = await filterFreeFiles(context, files)
  const ids = free.map(({ id }) => id)
  if (ids.length === 0) return
  for (const id of ids) await context.services.files.remove(id)
  await context.database.delete(formFiles).where(and(inArray(formFiles.id, ids), isNull(formFiles.requestId)))
}
