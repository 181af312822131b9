import { writeAudit } from '#kit/audit/write-audit.ts'
import type { Context } from '#kit/server/context.ts'
import type { FormRequestRow } from '../table.ts'

/** Writes an audit line about a request, named by its number. */
export const auditRequest = (
  context: Context,
  action: string,
  { id, number }: FormRequestRow,
  change: { before?: object; after?: object } = {},
): Promise<void> => writeAudit(context, { action, entity: 'forms', entityId: id, summary: number, ...change })
