import { sql } from 'drizzle-orm'
import type { Context } from '../server/context.ts'

export interface AuditEntry {
  /** `create`, `update`, `remove`, `login`, … */
  action: string
  /** Kind of record: the last part of its API path. */
  entity: string
  entityId?: string | null
  /** What it is called, for people. */
  summary: string
  before?: unknown
  after?: unknown
}

const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))

/** Writes a line of the log in the caller's transaction. Never pass passwords, tokens or files' bytes. */
export const writeAudit = async (context: Context, entry: AuditEntry): Promise<void> => {
  const { principal, address, requestId } = context.scope
  await context.database.execute(sql`
    INSERT INTO audit (at, actor_id, actor, action, entity, entity_id, summary, before, after, address, request_id, hash)
    VALUES (${context.now().toISOString()}::timestamptz, ${principal?.userId ?? null}::uuid, ${principal?.name ?? null}, ${entry.action}, ${entry.entity},
      ${entry.entityId ?? null}, ${entry.summary.slice(0, 300)}, ${json(entry.before)}::jsonb, ${json(entry.after)}::jsonb,
      ${address || null}, ${requestId || null}, '')`)
}
