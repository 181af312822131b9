import type { Context } from '../server/context.ts'
import { writeAudit } from './write-audit.ts'

/**
 * Logs that a job removed expired records: one entry with the count of each kind, in the caller's transaction if there
 * is one. Writes nothing if nothing was removed. The entry holds counts only, because it outlives the people concerned.
 */
export const recordRemoval = async (
  context: Context,
  entity: string,
  counts: Readonly<Record<string, number>>,
): Promise<void> => {
  const after = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  const total = Object.values(after).reduce((sum, count) => sum + count, 0)
  if (total > 0) await writeAudit(context, { action: 'destroy', entity, summary: String(total), after })
}
