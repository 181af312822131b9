import { sql } from 'drizzle-orm'
import type { Context } from '../server/context.ts'

export interface AuditEntry {
  /** `create`, `update`, `remove`, `login`, … */
  action: string
  /** Record type: the last segment of its API path. */
  entity: string
  entityId?: string | null
  /** Human-readable label of the record. */
  summary: string
  before?: unknown
  after?: unknown
  /**
   * True if a member acted. Defaults to true for a logged-in account without the `console` scope; set it when no
   * account is logged in yet.
   */
  ofMember?: boolean
}

const json = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))

/**
 * Writes an audit log entry in the caller's transaction. Never pass passwords, tokens or file contents. Entries of
 * members hold their id only, without name or address: an entry cannot be removed, but a member's data must be erased
 * on withdrawal.
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
