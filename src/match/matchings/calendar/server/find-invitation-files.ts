import { inArray } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { matchings } from '../../table.ts'

/** Returns which of these ids are matchings; the invitation files under other ids are removed. */
export const knownFiles = async (context: Context, ids: readonly string[]): Promise<string[]> => {
  const rows = await context.database
    .select({ id: matchings.id })
    .from(matchings)
    .where(inArray(matchings.id, [...ids]))
  return rows.map(({ id }) => id)
}
