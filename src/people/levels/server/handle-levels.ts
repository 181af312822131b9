import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { scopesOf } from '#kit/module/module.ts'
import { mayGrant, type Scope, type SectionAct, sectionOf } from '#kit/scopes.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows, throwMissedUpdate, toRecord } from '#kit/server/records/records.ts'
import { containsWords, translationsOf } from '#kit/server/records/search-conditions.ts'
import type { levels as contract, Level, LevelInput } from '../contract.ts'
import { levels } from '../table.ts'
import { coversScopesSql } from './grant-new-scopes.ts'

type Row = typeof levels.$inferSelect
type Change = { [K in keyof LevelInput]?: LevelInput[K] | undefined }

/** SQL: the caller's current rank, and the highest rank. */
const ownRankSql = ({ principal }: Context): SQL =>
  sql`(SELECT own.rank FROM levels own JOIN users me ON me.level_id = own.id WHERE me.id = ${principal.userId}::uuid)`
const topRank = sql`(SELECT max(every.rank) FROM levels every)`

/** SQL: level below the caller's rank; the highest rank reaches all. */
const withinReachSql = (context: Context): SQL =>
  sql`(${levels.rank} < ${ownRankSql(context)} OR ${ownRankSql(context)} = ${topRank})`

const presentLevel = (context: Context, { members, top, ...row }: Row & { members: number; top: number }): Level => {
  const { rank } = context.principal
  return {
    ...toRecord(row),
    title: { ...row.title, ko: row.title.ko ?? '' },
    members,
    mayChange: row.rank < rank || rank === top,
  }
}

const findLevels = (context: Context, where: SQL | undefined, order: SQL[] = []) =>
  context.database
    .select({
      row: levels,
      members: sql<number>`(SELECT count(*)::int FROM users WHERE level_id = levels.id AND state <> 'withdrawn')`,
      top: sql<number>`${topRank}`,
    })
    .from(levels)
    .where(where)
    .orderBy(...order)

const findOne = async (context: Context, id: string): Promise<Level> => {
  const [found] = await findLevels(context, eq(levels.id, id))
  if (!found) throw new AppError('not_found')
  return presentLevel(context, { ...found.row, members: found.members, top: found.top })
}

/** Throws `invalid` if the caller may not grant these scopes: unknown ones, or ones they do not hold. */
const checkGrant = ({ services, principal }: Context, body: Change, before: readonly Scope[]): void => {
  const knownScopes = new Set<Scope>(['console', ...scopesOf(services.modules).keys()])
  const fresh = (body.scopes ?? []).filter((scope) => !before.includes(scope))
  if (fresh.some((scope) => !knownScopes.has(scope)))
    throw new AppError('invalid', { fields: { scopes: 'scope_unknown' } })
  // Removing a scope the caller does not hold is refused too, because it would change what the owner intended.
  const removedScopes = body.scopes
    ? before.filter((scope) => !body.scopes?.includes(scope) && knownScopes.has(scope))
    : []
  if ([...fresh, ...removedScopes].some((scope) => !mayGrant(principal.scopes, scope)))
    throw new AppError('invalid', { fields: { scopes: 'scope_above' } })
  if (body.rank !== undefined && body.rank > principal.rank)
    throw new AppError('invalid', { fields: { rank: 'rank_above' } })
  const isStaff = (body.scopes ?? before).length > 0
  if (isStaff && (body.forPersons || body.forCompanies))
    throw new AppError('invalid', { fields: { forPersons: 'staff_on_joining' } })
}

/**
 * SQL: the same check inside the update, against the caller's current level, because their permissions may have been
 * revoked since the request began. `before` is the level's scopes as the statement finds them.
 */
const keepsGrantSql = (
  { services, principal }: Context,
  target: { scopes: readonly Scope[] | undefined; rank: number | undefined },
  before: SQL,
): SQL => {
  const scopes = sql`${sql.param(target.scopes ?? [])}::text[]`
  const knownScopes = sql`${sql.param(['console', ...scopesOf(services.modules).keys()])}::text[]`
  const changed = sql`ARRAY(SELECT one FROM unnest(${scopes}) AS one WHERE one <> ALL (${before})
    UNION ALL SELECT one FROM unnest(${before}) AS one WHERE one <> ALL (${scopes}) AND one = ANY (${knownScopes}))`
  return sql`EXISTS (SELECT FROM levels own JOIN users me ON me.level_id = own.id WHERE me.id = ${principal.userId}::uuid
    AND coalesce(${target.rank ?? null}::int, own.rank) <= own.rank
    ${target.scopes ? sql`AND ${coversScopesSql(sql`own.scopes`, changed)}` : sql``})`
}

/**
 * Completes a set of scopes: write adds read where the section has it, so that the matrix shows both; "alone" makes
 * "together" redundant.
 */
const completeScopes = ({ services }: Context, scopes: readonly Scope[]): Scope[] => {
  const knownScopes = scopesOf(services.modules)
  const remaining = scopes.flatMap((scope): Scope[] => {
    const reading = scope.replace(/write$/, 'read') as Scope
    return scope.endsWith(':write') && knownScopes.has(reading) ? [reading, scope] : [scope]
  })
  const isAlone = (scope: Scope) => remaining.includes(scope.replace(/together$/, 'write') as Scope)
  return [...new Set(remaining.filter((scope) => !scope.endsWith(':together') || !isAlone(scope)))]
}

/**
 * Moves the default for new members from the level that had it. That level must be within reach like in any other
 * change, and gets an audit line. Throws `forbidden`.
 */
const unsetJoinLevels = async (context: Context, { forPersons, forCompanies }: Change): Promise<void> => {
  for (const [isDefault, column] of [
    [forPersons, 'forPersons'],
    [forCompanies, 'forCompanies'],
  ] as const) {
    if (!isDefault) continue
    const cleared = await changeRows(context, levels, { [column]: false })
      .where(and(eq(levels[column], true), withinReachSql(context)))
      .returning({ id: levels.id, title: levels.title })
    if ((await context.database.$count(levels, eq(levels[column], true))) > 0) throw new AppError('forbidden')
    for (const { id, title } of cleared)
      await writeAudit(context, {
        action: 'update',
        entity: 'levels',
        entityId: id,
        summary: title.ko ?? '',
        before: { [column]: true },
        after: { [column]: false },
      })
  }
}

export const levelHandlers: Handlers<typeof contract> = {
  async list(context, { query }) {
    const { page, limit, sort, q } = query
    const where = q ? or(containsWords([translationsOf(levels.title), levels.key], q)) : undefined
    const direction = sort.startsWith('-') ? desc : asc
    const by = sort.endsWith('rank') ? levels.rank : levels.createdAt
    const rows = await findLevels(context, where, [direction(by), direction(levels.id)])
    return {
      levels: rows
        .slice((page - 1) * limit, page * limit)
        .map(({ row, members, top }) => presentLevel(context, { ...row, members, top })),
      total: rows.length,
      page,
      limit,
    }
  },

  async get(context, { params }) {
    return { level: await findOne(context, params.id) }
  },

  async sections({ services, principal }) {
    const acts = Map.groupBy(scopesOf(services.modules).keys(), (scope) => sectionOf(scope) ?? '')
    const listActs = (scopes: readonly Scope[]) => scopes.map((scope) => scope.split(':').at(-1) as SectionAct)
    return {
      sections: [...acts].map(([section, scopes]) => ({
        section,
        acts: listActs(scopes).sort(),
        mine: listActs(scopes.filter((scope) => mayGrant(principal.scopes, scope))).sort(),
      })),
    }
  },

  create: (context, { body }) =>
    context.transaction(async (within) => {
      checkGrant(within, body, [])
      await unsetJoinLevels(within, body)
      const now = within.now()
      const id = within.newId()
      const scopes = completeScopes(within, body.scopes)
      const moment = sql`${now.toISOString()}::timestamptz`
      const { rowCount } = await within.database.execute(sql`
        INSERT INTO levels (id, key, title, rank, scopes, for_persons, for_companies, created_at, updated_at)
        SELECT ${id}::uuid, ${body.key}, ${JSON.stringify(body.title)}::jsonb, ${body.rank}::int,
          ${sql.param(scopes)}::text[], ${body.forPersons}::boolean, ${body.forCompanies}::boolean, ${moment}, ${moment}
        WHERE ${keepsGrantSql(within, { scopes, rank: body.rank }, sql`'{}'::text[]`)}`)
      if (rowCount === 0) throw new AppError('forbidden')
      const level = await findOne(within, id)
      await writeAudit(within, {
        action: 'create',
        entity: 'levels',
        entityId: id,
        summary: body.title.ko,
        after: level,
      })
      return { level }
    }),

  update: (context, { params, body, stamp }) =>
    context.transaction(async (within) => {
      if (!stamp) throw new AppError('stamp_required', { fields: { updatedAt: 'required' } })
      const before = await findOne(within, params.id)
      const { updatedAt: _, ...change } = body
      checkGrant(
        within,
        {
          ...change,
          forPersons: change.forPersons ?? before.forPersons,
          forCompanies: change.forCompanies ?? before.forCompanies,
        },
        before.scopes as Scope[],
      )
      await unsetJoinLevels(within, {
        forPersons: change.forPersons && !before.forPersons,
        forCompanies: change.forCompanies && !before.forCompanies,
      })
      const values = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const [row] = await changeRows(within, levels, {
        ...values,
        ...(change.scopes && { scopes: completeScopes(within, change.scopes) }),
      })
        .where(
          and(
            eq(levels.id, params.id),
            eq(levels.updatedAt, stamp),
            withinReachSql(within),
            keepsGrantSql(
              within,
              { scopes: change.scopes && completeScopes(within, change.scopes), rank: change.rank },
              sql`${levels.scopes}`,
            ),
            // The permissions and rank of the owner level are fixed.
            change.scopes || change.key || change.rank !== undefined ? sql`${levels.key} <> 'owner'` : undefined,
          ),
        )
        .returning()
      if (!row) {
        if (before.updatedAt === stamp.toISOString()) throw new AppError('forbidden')
        throwMissedUpdate({ level: before })
      }
      const level = await findOne(within, params.id)
      await writeAudit(within, {
        action: 'update',
        entity: 'levels',
        entityId: params.id,
        summary: level.title.ko,
        before,
        after: level,
      })
      return { level }
    }),

  remove: (context, { params }) =>
    context.transaction(async (within) => {
      const before = await findOne(within, params.id)
      const removed = await within.database
        .delete(levels)
        .where(
          and(
            eq(levels.id, params.id),
            withinReachSql(within),
            sql`${levels.key} <> 'owner' AND NOT ${levels.forPersons} AND NOT ${levels.forCompanies}`,
          ),
        )
        .returning({ id: levels.id })
      if (removed.length === 0) throw new AppError(before.mayChange ? 'in_use' : 'forbidden')
      await writeAudit(within, {
        action: 'remove',
        entity: 'levels',
        entityId: params.id,
        summary: before.title.ko,
        before,
      })
      return undefined
    }),
}
