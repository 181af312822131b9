import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#kit/server/context.ts'
import { coversScopesSql } from '#people/levels/server/grant-new-scopes.ts'

/**
 * SQL over `levels l`: accounts the caller may change, which are below their rank; the highest rank reaches all.
 * Accounts that can request or approve two-person actions require a caller who may do these alone, because with the
 * account's log-in they could act as both persons.
 */
export const withinReachSql = ({ principal }: Context): SQL => {
  const ownLevel = (column: SQL) =>
    sql`(SELECT own.${column} FROM levels own JOIN users me ON me.level_id = own.id WHERE me.id = ${principal.userId}::uuid)`
  const shared = sql`ARRAY(SELECT held FROM unnest(l.scopes) AS held WHERE held LIKE '%:together')`
  return sql`((l.rank < ${ownLevel(sql`rank`)} OR ${ownLevel(sql`rank`)} = (SELECT max(rank) FROM levels))
    AND ${coversScopesSql(ownLevel(sql`scopes`), shared)})`
}

/** SQL over `levels n`: the caller may grant a level that is not above their own and has no permission they lack. */
export const mayGrantLevelSql = ({
  principal,
}: Context): SQL => sql`EXISTS (SELECT FROM levels own JOIN users me ON me.level_id = own.id
  WHERE me.id = ${principal.userId}::uuid AND n.rank <= own.rank AND ${coversScopesSql(sql`own.scopes`, sql`n.scopes`)})`

/**
 * SQL over `levels l`: the caller may change contact, password or second step, which gives access to the account. They
 * must hold all its permissions. Owners may do so for all accounts, and only they for an owner.
 */
export const mayRecoverSql = ({ principal }: Context): SQL => sql`EXISTS (
  SELECT FROM levels own JOIN users me ON me.level_id = own.id WHERE me.id = ${principal.userId}::uuid
    AND (own.key = 'owner' OR (l.key <> 'owner' AND ${coversScopesSql(sql`own.scopes`, sql`l.scopes`)})))`
