import { sql } from 'drizzle-orm'
import type { AuditLine, audit as contract } from '#kit/audit/contract.ts'
import type { Handlers } from '#kit/server/context.ts'
import { likePattern } from '#kit/server/words.ts'

export const auditHandlers: Handlers<typeof contract> = {
  async list(context, { query }) {
    const where = sql`true
      ${query.entity ? sql`AND entity = ${query.entity}` : sql``}
      ${query.entityId ? sql`AND entity_id = ${query.entityId}` : sql``}
      ${query.q ? sql`AND (summary ILIKE ${likePattern(query.q)} OR actor ILIKE ${likePattern(query.q)})` : sql``}`
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

  async chain(context) {
    const { rows } = await context.database.execute<{ lines: number; brokenAt: string | null }>(
      sql`SELECT count(*) AS lines, audit_broken_at()::text AS "brokenAt" FROM audit`,
    )
    return { chain: rows[0] ?? { lines: 0, brokenAt: null } }
  },
}
