import { type SQL, sql } from 'drizzle-orm'
import type { Scope } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { levels, scopeGrants } from '../table.ts'

/** SQL: `mayGive` of `kit/scopes.ts` for two lists of scopes. A "together" action is covered by holding it alone. */
export const coversScopesSql = (ownSql: SQL, grantedSql: SQL): SQL =>
  sql`ARRAY(SELECT regexp_replace(one, ':together$', ':write') FROM unnest(${grantedSql}) AS one)
    <@ (${ownSql} || ARRAY(SELECT regexp_replace(one, ':write$', ':read') FROM unnest(${ownSql}) AS one))`

/**
 * Grants the scopes that are new to this database to the levels their modules name, once per scope, in one statement:
 * several processes may start concurrently, and a scope that an owner removed later must not come back. Levels are
 * locked in a fixed order, otherwise concurrent starts would deadlock. Returns the new scopes.
 */
export const grantNewScopes = async (
  context: Context,
  scopes: ReadonlyMap<Scope, readonly string[]>,
): Promise<Scope[]> => {
  const missingGrants = [...scopes].flatMap(([scope, keys]) => keys.map((level) => ({ scope, level })))
  const now = sql`${context.now().toISOString()}::timestamptz(3)`
  const { rows } = await context.database.execute<{ scope: Scope }>(sql`
    WITH wanted AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(missingGrants)}::jsonb) AS one (scope text, level text)),
    fresh AS (
      INSERT INTO ${scopeGrants} (scope, granted_at) SELECT DISTINCT scope, ${now} FROM wanted ORDER BY scope
      ON CONFLICT DO NOTHING RETURNING scope
    ), held AS (
      SELECT id FROM ${levels} WHERE key IN (SELECT level FROM wanted JOIN fresh USING (scope)) ORDER BY id FOR UPDATE
    ), given AS (
      UPDATE ${levels} SET updated_at = greatest(${now}, updated_at + interval '1 millisecond'),
        scopes = scopes || ARRAY(SELECT scope FROM wanted JOIN fresh USING (scope) WHERE level = key AND scope <> ALL (scopes))
      FROM held WHERE ${levels.id} = held.id
    )
    SELECT scope FROM fresh ORDER BY scope`)
  return rows.map(({ scope }) => scope)
}
