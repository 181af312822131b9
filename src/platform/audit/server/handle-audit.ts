import { sql } from 'drizzle-orm'
import { type AuditLine, type audit as contract, type PersonalLine, personalActs } from '#kit/audit/contract.ts'
import type { Handlers } from '#kit/server/context.ts'
import { likePattern } from '#kit/server/records/search-conditions.ts'

type PersonalRow = Omit<PersonalLine, 'at' | 'of' | 'fields' | 'reason' | 'count'> & {
  at: Date
  of: string | null
  name: string | null
  after: { fields?: string[]; reason?: string; count?: number; total?: number } | null
}

const presentPersonalLine = ({ name, after, of, ...line }: PersonalRow): PersonalLine => ({
  ...line,
  at: new Date(line.at).toISOString(),
  of: of ? { _id: of, name: name ?? '' } : null,
  fields: after?.fields ?? [],
  reason: after?.reason ?? null,
  // The member export uses the name `total`.
  count: after?.count ?? after?.total ?? null,
})

/** Literals, because the partial index on these actions does not match parameters. */
const isPersonalSql = sql.raw(`line.action IN (${personalActs.map((act) => `'${act}'`).join(', ')})`)

/** Member a line is about; some of these actions target the account itself. Must match the indexed expression. */
const subjectIdSql = sql`coalesce(line.after ->> 'of', CASE line.entity WHEN 'users' THEN line.entity_id END)`

/** Lines written before texts were composed on input cannot be changed. */
const composedSql = (text: string) => sql.raw(`normalize(${text}, NFC)`)

export const auditHandlers: Handlers<typeof contract> = {
  async list(context, { query }) {
    const where = sql`true
      ${query.entity ? sql`AND entity = ${query.entity}` : sql``}
      ${query.entityId ? sql`AND entity_id = ${query.entityId}` : sql``}
      ${query.q ? sql`AND (${composedSql('summary')} ILIKE ${likePattern(query.q)} OR ${composedSql('actor')} ILIKE ${likePattern(query.q)})` : sql``}`
    const direction = query.sort.startsWith('-') ? sql`DESC` : sql`ASC`
    const [lines, totals] = await Promise.all([
      context.database.execute<Omit<AuditLine, 'at'> & { at: Date }>(sql`
        SELECT id::text AS "_id", at, actor, action, entity, entity_id AS "entityId", summary, before, after, address
        FROM audit WHERE ${where} ORDER BY id ${direction} LIMIT ${query.limit} OFFSET ${(query.page - 1) * query.limit}`),
      context.database.execute<{ total: number }>(sql`SELECT count(*) AS total FROM audit WHERE ${where}`),
    ])
    return {
      lines: lines.rows.map((line) => ({ ...line, at: new Date(line.at).toISOString() })),
      total: totals.rows[0]?.total ?? 0,
      page: query.page,
      limit: query.limit,
    }
  },

  async personal(context, { query }) {
    const where = sql`${isPersonalSql}
      ${query.act ? sql`AND line.action = ${query.act}` : sql``}
      ${query.entity ? sql`AND line.entity = ${query.entity}` : sql``}
      ${query.of ? sql`AND ${subjectIdSql} = ${query.of}` : sql``}
      ${query.q ? sql`AND (${composedSql('line.actor')} ILIKE ${likePattern(query.q)} OR ${composedSql("line.after ->> 'reason'")} ILIKE ${likePattern(query.q)})` : sql``}`
    const direction = query.sort.startsWith('-') ? sql`DESC` : sql`ASC`
    const [lines, totals] = await Promise.all([
      context.database.execute<PersonalRow>(sql`
        SELECT line.id::text AS "_id", line.at, line.actor, line.action AS act, line.entity, line.entity_id AS "entityId",
          line.summary, line.address, line.after, ${subjectIdSql} AS of, subject.name AS "name"
        FROM audit AS line LEFT JOIN users AS subject ON subject.id::text = ${subjectIdSql}
        WHERE ${where} ORDER BY line.id ${direction} LIMIT ${query.limit} OFFSET ${(query.page - 1) * query.limit}`),
      context.database.execute<{ total: number }>(sql`SELECT count(*) AS total FROM audit AS line WHERE ${where}`),
    ])
    return {
      lines: lines.rows.map(presentPersonalLine),
      total: totals.rows[0]?.total ?? 0,
      page: query.page,
      limit: query.limit,
    }
  },

  async chain(context) {
    const { rows } = await context.database.execute<{ lines: number; brokenAt: string | null }>(
      sql`SELECT count(*) AS lines, find_broken_audit_row()::text AS "brokenAt" FROM audit`,
    )
    return { chain: rows[0] ?? { lines: 0, brokenAt: null } }
  },
}
