import { inArray } from 'drizzle-orm'
import type { Context } from '../server/context.ts'
import { files } from './table.ts'

/**
 * Days before bytes without a row are removed. Bytes are written before their row, so a process killed in between
 * leaves unreferenced bytes. This is far longer than any upload, or than a request waits for an unavailable database.
 */
export const orphanDays = 7

/** Returns those ids for which a module has a record. */
export type KnownFiles = (context: Context, ids: readonly string[]) => Promise<readonly string[]>

/**
 * Removes bytes that have had no record for a week; returns the number of files removed. `knownBy` queries the modules
 * that store files outside the library; if one of them throws, nothing more is removed.
 */
export const deleteOrphans = async (context: Context, knownBy: readonly KnownFiles[]): Promise<number> => {
  const store = context.services.files
  let removed = 0
  for await (const ids of store.idle(orphanDays * 24 * 3_600_000, context.now().getTime())) {
    const library = await context.database.select({ id: files.id }).from(files).where(inArray(files.id, ids))
    const knownIds = new Set(library.map(({ id }) => id))
    for (const findKnown of knownBy) for (const id of await findKnown(context, ids)) knownIds.add(id)
    for (const id of ids.filter((one) => !knownIds.has(one))) {
      await store.remove(id)
      removed += 1
    }
  }
  return removed
}
