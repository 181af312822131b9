import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { writeAudit } from '#kit/audit/write-audit.ts'
import { AppError } from '#kit/errors.ts'
import { scopesOf } from '#kit/module/module.ts'
import { mayGive, type Scope, type SectionAct, sectionOf } from '#kit/scopes.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { changeRows, refuseMissedUpdate, toRecord } from '#kit/server/records/records.ts'
import { containsWords, translationsOf } from '#kit/server/records/search-conditions.ts'
import type { levels as contract, Level, LevelInput } from './contract.ts'
import { covers } from './service.ts'
import { levels } from './table.ts'

type Row = typeof levels.$inferSelect
type Change = { [K in keyof LevelInput]?: LevelInput[K] | undefined }

/** The caller's rank as the database has it in the statement itself, and the highest there is. */
const ownRank = ({ principal }: Context): SQL =>
  sql`(SELECT own.rank FROM levels own JOIN users me ON me.level_id = own.id WHERE me.id = ${principal.userId}::uuid)`
const topRank = sql`(SELECT max(every.rank) FROM levels every)`

/** Below the own rank; the highest rank reaches everything. */
const withinReach = (context: Context): SQL =>
  sql`(${levels.rank} < ${ownRank(context)} OR ${ownRank(context)} = ${topRank})`

const present = (context: Context, { members, top, ...row }: Row & { members: number; top: number }): Level => {
  const { rank } = context.principal
  return {
    ...toRecord(row),
    title: { ...row.title, ko: row.title.ko ?? '' },
    members,
    mayChange: row.rank < rank || rank === top,
  }
}

const find = (context: Context, where: SQL | undefined, order: SQL[] = []) =>
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
  const [found] = await find(context, eq(levels.id, id))
  if (!found) throw new AppError('not_found')
  return present(context, { ...found.row, members: found.members, top: found.top })
}

/** Throws `invalid` for what the caller may not give: scopes there are none of, or that they do not hold themselves. */
const checkGrant = ({ services, principal }: Context, body: Change, before: readonly Scope[]): void => {
  const known = new Set<Scope>(['console', ...scopesOf(services.modules).keys()])
  const fresh = (body.scopes ?? []).filter((scope) => !before.includes(scope))
  if (fresh.some((scope) => !known.has(scope))) throw new AppError('invalid', { fields: { scopes: 'scope_unknown' } })
  // Taking away what one does not hold is refused as well: a level would be made what its owner did not mean it to be.
  const taken = body.scopes ? before.filter((scope) => !body.scopes?.includes(scope) && known.has(scope)) : []
  if ([...fresh, ...taken].some((scope) => !mayGive(principal.scopes, scope)))
    throw new AppError('invalid', { fields: { scopes: 'scope_above' } })
  if (body.rank !== undefined && body.rank > principal.rank)
    throw new AppError('invalid', { fields: { rank: 'rank_above' } })
  const isStaff = (body.scopes ?? before).length > 0
  if (isStaff && (body.forPersons || body.forCompanies))
    throw new AppError('invalid', { fields: { forPersons: 'staff_on_joining' } })
}

/**
 * The same in the statement that does it, by the caller's level of that moment: what it was when the request came in may
 * have been taken from it. `before` is what the level holds as the statement finds it.
 */
const mayStillGive = (
  { services, principal }: Context,
  given: { scopes: readonly Scope[] | undefined; rank: number | undefined },
  before: SQL,
): SQL => {
  const scopes = sql`${sql.param(given.scopes ?? [])}::text[]`
  const known = sql`${sql.param(['console', ...scopesOf(services.modules).keys()])}::text[]`
  const changed = sql`ARRAY(SELECT one FROM unnest(${scopes}) AS one WHERE one <> ALL (${before})
    UNION ALL SELECT one FROM unnest(${before}) AS one WHERE one <> ALL (${scopes}) AND one = ANY (${known}))`
  return sql`EXISTS (SELECT FROM levels own JOIN users me ON me.level_id = own.id WHERE me.id = ${principal.userId}::uuid
    AND coalesce(${given.rank ?? null}::int, own.rank) <= own.rank
    ${given.scopes ? sql`AND ${covers(sql`own.scopes`, changed)}` : sql``})`
}

/**
 * Writing includes reading, where something can be read: both are kept, so that a matrix reads as it is. Who may do it
 * alone does not need another person for it.
 */
const whole = ({ services }: Context, scopes: readonly Scope[]): Scope[] => {
  const known = scopesOf(services.modules)
  const kept = scopes.flatMap((scope): Scope[] => {
    const reading = scope.replace(/write$/, 'read') as Scope
    return scope.endsWith(':write') && known.has(reading) ? [reading, scope] : [scope]
  })
  const isAlone = (scope: Scope) => kept.includes(scope.replace(/together$/, 'write') as Scope)
  return [...new Set(kept.filter((scope) => !scope.endsWith(':together') || !isAlone(scope)))]
}

/**
 * A level that is given on joining takes that from the one that had it, which has to be within reach as for any other
 * change, and has its line in the log. Throws `forbidden`.
 */
const takeJoining = async (context: Context, { forPersons, forCompanies }: Change): Promise<void> => {
  for (const [given, column] of [
    [forPersons, 'forPersons'],
    [forCompanies, 'forCompanies'],
  ] as const) {
    if (!given) continue
    const taken = await changeRows(context, levels, { [column]: false })
      .where(and(eq(levels[column], true), withinReach(context)))
      .returning({ id: levels.id, title: levels.title })
    if ((await context.database.$count(levels, eq(levels[column], true))) > 0) throw new AppError('forbidden')
    for (const { id, title } of taken)
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
    const rows = await find(context, where, [direction(by), direction(levels.id)])
    return {
      levels: rows
        .slice((page - 1) * limit, page * limit)
        .map(({ row, members, top }) => present(context, { ...row, members, top })),
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
    const named = (scopes: readonly Scope[]) => scopes.map((scope) => scope.split(':').at(-1) as SectionAct)
    return {
      sections: [...acts].map(([section, scopes]) => ({
        section,
        acts: named(scopes).sort(),
        mine: named(scopes.filter((scope) => mayGive(principal.scopes, scope))).sort(),
      })),
    }
  },

  create: (context, { body }) =>
    context.transaction(async (within) => {
      checkGrant(within, body, [])
      await takeJoining(within, body)
      const now = within.now()
      const id = within.newId()
      const scopes = whole(within, body.scopes)
      const moment = sql`${now.toISOString()}::timestamptz`
      const { rowCount } = await within.database.execute(sql`
        INSERT INTO levels (id, key, title, rank, scopes, for_persons, for_companies, created_at, updated_at)
        SELECT ${id}::uuid, ${body.key}, ${JSON.stringify(body.title)}::jsonb, ${body.rank}::int,
          ${sql.param(scopes)}::text[], ${body.forPersons}::boolean, ${body.forCompanies}::boolean, ${moment}, ${moment}
        WHERE ${mayStillGive(within, { scopes, rank: body.rank }, sql`'{}'::text[]`)}`)
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
      await takeJoining(within, {
        forPersons: change.forPersons && !before.forPersons,
        forCompanies: change.forCompanies && !before.forCompanies,
      })
      const values = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
      const [row] = await changeRows(within, levels, {
        ...values,
        ...(change.scopes && { scopes: whole(within, change.scopes) }),
      })
        .where(
          and(
            eq(levels.id, params.id),
            eq(levels.updatedAt, stamp),
            withinReach(within),
            mayStillGive(
              within,
              { scopes: change.scopes && whole(within, change.scopes), rank: change.rank },
              sql`${levels.scopes}`,
            ),
            // The rights and the rank of owners cannot be changed.
            change.scopes || change.key || change.rank !== undefined ? sql`${levels.key} <> 'owner'` : undefined,
          ),
        )
        .returning()
      if (!row) {
        if (before.updatedAt === stamp.toISOString()) throw new AppError('forbidden')
        refuseMissedUpdate({ level: before })
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
      const gone = await within.database
        .delete(levels)
        .where(
          and(
            eq(levels.id, params.id),
            withinReach(within),
            sql`${levels.key} <> 'owner' AND NOT ${levels.forPersons} AND NOT ${levels.forCompanies}`,
          ),
        )
        .returning({ id: levels.id })
      if (gone.length === 0) throw new AppError(before.mayChange ? 'in_use' : 'forbidden')
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
