import { sql } from 'drizzle-orm'
import type { Context } from '../server/context.ts'
import type { PersonalAct } from './contract.ts'
import { writeAudit } from './write.ts'

export interface PersonalAccess {
  act: PersonalAct
  /** Kind of record, as in `writeAudit`: `users`, `questions`, … */
  entity: string
  /** The record that was opened; absent for a list. */
  entityId?: string
  /** What the record is called without naming anybody: a number, a moment. */
  summary?: string
  /** The account whose data it is; null where it is nobody's account, or of many. */
  of: string | null
  /** Which data: names of fields, of a file, of columns; never their values. */
  fields?: readonly string[]
  reason?: string
  /** Of how many persons. */
  count?: number
}

/** Milliseconds within which opening the same record again, or another page of the same list, is the same look. */
const sameLook = 10 * 60_000

/**
 * Notes that the account of the request looked at the personal data of others: a line of the log, so it cannot be
 * changed and a change is seen. Of persons it has ids alone, since a line outlives the account it speaks of; the words
 * somebody searched for do not belong into it. A record that is opened again within ten minutes, or a list of no more
 * persons, is not noted again, unless a reason is given; a list of nobody never is.
 */
export const notePersonalAccess = async (context: Context, access: PersonalAccess): Promise<void> => {
  const { act, entityId, reason, count } = access
  const isLook = act === 'list' || (act === 'read' && entityId !== undefined)
  if (!isLook || reason !== undefined) return write(context, access)
  if (count === 0 || (await hasJustLooked(context, access))) return
  await context.transaction(async (within) => {
    // A screen asks for a list and the counts of its tabs at once: one of them writes, the others wait and find its line.
    const look = [within.principal.userId, act, access.entity, entityId ?? ''].join(' ')
    await within.database.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${look}, 0))`)
    if (!(await hasJustLooked(within, access))) await write(within, access)
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
