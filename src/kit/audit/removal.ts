import type { Context } from '../server/context.ts'
import { writeAudit } from './write.ts'

/**
 * Notes that a job removed what was over: one line with how much of what, in the caller's transaction where it has one.
 * A run that removed nothing leaves none. Numbers alone: a line outlives whom it would name.
 */
export const noteRemoval = async (
  context: Context,
  entity: string,
  counts: Readonly<Record<string, number>>,
): Promise<void> => {
  const after = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  const total = Object.values(after).reduce((sum, count) => sum + count, 0)
  if (total > 0) await writeAudit(context, { action: 'destroy', entity, summary: String(total), after })
}
