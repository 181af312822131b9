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
  /** By default as the account of the request is (`isStaff`); named where nobody is logged in yet. */
  ofMember?: boolean
}

const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))

/**
 * Writes a line of the log in the caller's transaction. Never pass passwords, tokens or files' bytes. What members do
 * is written with their id alone, without name and address: a line can never be removed, and their data has to be when
 * they leave.
 */
export const writeAudit = async (context: Context, entry: AuditEntry): Promise<void> => {
  const { principal, requestId } = context.scope
  const isMember = entry.ofMember ?? (principal !== null && !principal.scopes.includes('console'))
  const address = isMember ? '' : context.scope.address
  const name = isMember ? null : (principal?.name ?? null)
  await context.database.execute(sql`
    INSERT INTO audit (at, actor_id, actor, action, entity, entity_id, summary, before, after, address, request_id, hash)
    VALUES (${context.now().toISOString()}::timestamptz, ${principal?.userId ?? null}::uuid, ${name}, ${entry.action}, ${entry.entity},
      ${entry.entityId ?? null}, ${entry.summary.slice(0, 300)}, ${json(entry.before)}::jsonb, ${json(entry.after)}::jsonb,
      ${address || null}, ${requestId || null}, '')`)
}
