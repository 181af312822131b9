import { inArray } from 'drizzle-orm'
import type { Context } from '../server/context.ts'
import { files } from './table.ts'

/**
 * Bytes are written before their row. A process that is killed between the two leaves bytes that nothing names; they
 * are removed after this time. Far longer than any upload, and than a request waits for a database that is away.
 */
export const orphanDays = 7

/** Which of these ids a module has a record of. */
export type KnownFiles = (context: Context, ids: readonly string[]) => Promise<readonly string[]>

/**
 * Removes bytes that have had no record for a week; answers how many files there were. `knownBy` are the modules that
 * keep files outside the library. Where one cannot be asked, nothing is removed.
 */
export const sweepOrphans = async (context: Context, knownBy: readonly KnownFiles[]): Promise<number> => {
  const store = context.services.files
  let removed = 0
  for await (const ids of store.idle(orphanDays * 24 * 3_600_000, context.now().getTime())) {
    const library = await context.database.select({ id: files.id }).from(files).where(inArray(files.id, ids))
    const known = new Set(library.map(({ id }) => id))
    for (const ask of knownBy) for (const id of await ask(context, ids)) known.add(id)
    for (const id of ids.filter((one) => !known.has(one))) {
      await store.remove(id)
      removed += 1
    }
  }
  return removed
}
