import { sql } from 'drizzle-orm'
import type { Database } from '#kit/db/pool.ts'

/** Returns a function that digests every row of every table, to prove that a refused call changed nothing. */
export const fingerprintOf = async (database: Database): Promise<() => Promise<string>> => {
  const { rows } = await database.execute<{ name: string }>(
    sql`SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
  )
  const every = rows.map(({ name }) => `SELECT '${name}' || t::text AS line FROM ${name} AS t`).join(' UNION ALL ')
  return async () => {
    const found = await database.execute<{ digest: string }>(
      sql.raw(`SELECT md5(string_agg(line, E'\\n' ORDER BY line)) AS digest FROM (${every}) AS lines`),
    )
    return found.rows[0]?.digest ?? ''
  }
}
