import { sql } from 'drizzle-orm'
import type { Context } from '../server/context.ts'
import type { PersonalAct } from './contract.ts'
import { writeAudit } from './write-audit.ts'

export interface PersonalAccess {
  act: PersonalAct
  /** Record type, as in `writeAudit`: `users`, `questions`, … */
  entity: string
  /** Record that was opened; absent for a list. */
  entityId?: string
  /** Label of the record without personal names: a number or a date. */
  summary?: string
  /** Account that owns the data; null if the data belongs to no account or to several. */
  of: string | null
  /** Data that was accessed: names of fields, files or columns, never their values. */
  fields?: readonly string[]
  reason?: string
  /** Number of people whose data was accessed. */
  count?: number
}

/** Milliseconds within which reopening the same record, or another page of the same list, counts as the same access. */
const sameLook = 10 * 60_000

/**
 * Logs that the request's account accessed other people's personal data. The entry goes into the audit log, which is
 * tamper-evident and cannot be changed. It holds ids only, because it outlives the accounts; do not pass search terms.
 * Reopening a record within ten minutes, or listing no more people than before, is not logged again unless a reason is
 * given. An empty list is never logged.
 */
export const recordPersonalAccess = async (context: Context, access: PersonalAccess): Promise<void> => {
  const { act, entityId, reason, count } = access
  const isLook = act === 'list' || (act === 'read' && entityId !== undefined)
  if (!isLook || reason !== undefined) return write(context, access)
  if (count === 0 || (await hasJustLooked(context, access))) return
  await context.transaction(async (transaction) => {
    // A screen requests a list and its tab counts concurrently. Serialize them so that one writes the entry and the
    // others find it.
    const look = [transaction.principal.userId, act, access.entity, entityId ?? ''].join(' ')
    await transaction.database.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${look}, 0))`)
    if (!(await hasJustLooked(transaction, access))) await write(transaction, access)
  })
}

const write = (context: Context, { act, entity, entityId, summary = '', of, fields, reason, count }: PersonalAccess) =>
  writeAudit(context, {
    action: act,
    entity,
    entityId: entityId ?? null,
    summary,
    after: { of, fields, reason, count },
  })

const hasJustLooked = async (context: Context, { act, entity, entityId, count }: PersonalAccess): Promise<boolean> => {
  const since = new Date(context.now().getTime() - sameLook).toISOString()
  const { rows } = await context.database.execute(sql`
    SELECT FROM audit WHERE entity = ${entity} AND action = ${act}
      AND ${entityId === undefined ? sql`entity_id IS NULL` : sql`entity_id = ${entityId}`}
      AND coalesce((after ->> 'count')::int, 0) >= ${count ?? 0}::int
      AND actor_id = ${context.principal.userId}::uuid AND at > ${since}::timestamptz LIMIT 1`)
  return rows.length > 0
}
