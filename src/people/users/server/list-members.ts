import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Localized } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import { textIn } from '#kit/i18n.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { isSiteEnabled, readSiteSwitches } from '#kit/server/open-sites.ts'
import { likePattern, windowQuery } from '#kit/server/records/search-conditions.ts'
import { deviceName } from '#people/auth/server/authenticate-session.ts'
import { lacksConsentSql, presentConsents } from '#people/consents/server/change-consents.ts'
import { coversScopesSql } from '#people/levels/server/grant-new-scopes.ts'
import type { MemberKind } from '../contract.ts'
import type { Member, MemberLine, members } from '../contract-members.ts'
import { type MemberState, memberNumber } from '../rules.ts'

type Asked = z.output<typeof members.list.query>
/** Filter of the member list. */
export type MemberFilter = Pick<Asked, 'q' | 'kind' | 'level' | 'state' | 'staff' | 'joined' | 'lacks'>

/** Removes hyphens and spaces from phone and business numbers, which are stored without them. */
const plainWords = (words: string): string => {
  const lower = words.normalize('NFC').toLowerCase()
  return /^[+\d][\d\s-]+$/.test(lower) ? lower.replace(/[\s-]/g, '') : lower
}

/**
 * SQL: ids of members that match the words; the index narrows, the text decides. A separate query, so that it runs
 * first.
 */
const found = (words: string): SQL => {
  const plain = plainWords(words)
  return sql`SELECT user_id FROM member_words
    WHERE windows @@ ${windowQuery(plain)}::tsquery AND words LIKE ${likePattern(plain)}`
}

const midnight = (day: string, later: number): SQL =>
  sql`((${day}::date + ${later}::int)::timestamp AT TIME ZONE 'Asia/Seoul')`

const isStaff = sql`u.level_id IN (SELECT id FROM levels WHERE 'console' = ANY (scopes))`

const isDormant = sql`(u.state = 'active' AND u.dormant_at IS NOT NULL)`

const inState = (state: MemberState): SQL =>
  state === 'dormant'
    ? isDormant
    : sql`u.state = ${state} ${state === 'active' ? sql`AND u.dormant_at IS NULL` : sql``}`

/** Number of matches above which walking the sort order finds a page sooner than sorting all matches. */
const many = 1000
/** Longest such walk in members; deeper pages sort. */
const longestWalk = 2000

/** Returns the number of members that match; withdrawn ones have no words. */
const countFound = async (context: Context, words: string): Promise<number> => {
  const { rows } = await context.database.execute<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM (${found(words)}) AS found`,
  )
  return rows[0]?.total ?? 0
}

/** SQL: this member matches the words, checked row by row (`OFFSET 0` preserves the order of the walk). */
const isFound = (words: string): SQL => sql`(SELECT w.words LIKE ${likePattern(plainWords(words))}
  FROM member_words w WHERE w.user_id = u.id OFFSET 0)`

/**
 * Returns the condition of a list over `users u` and the CTEs it needs: the matches of the words, unless it is a walk,
 * and the members without a consent.
 */
const conditionOf = async (
  context: Context,
  filter: MemberFilter,
  isWalk = false,
): Promise<{ where: SQL; tables: SQL }> => {
  const [from, to] = filter.joined?.split('..') ?? []
  const lacks = filter.lacks ? await lacksConsentSql(context, filter.lacks, sql`u.id`) : null
  const parts = [
    sql`u.state <> 'withdrawn'`,
    filter.kind && sql`u.kind = ${filter.kind}`,
    filter.level && sql`u.level_id = ${filter.level}::uuid`,
    filter.state && inState(filter.state),
    filter.staff !== undefined && (filter.staff ? isStaff : sql`NOT ${isStaff}`),
    from && sql`u.created_at >= ${midnight(from, 0)}`,
    to && sql`u.created_at < ${midnight(to, 1)}`,
    lacks && sql`NOT ${isStaff} AND ${lacks.where}`,
    filter.q && (isWalk ? isFound(filter.q) : sql`u.id IN (SELECT user_id FROM found)`),
  ].filter((part) => part instanceof Object)
  const tables = [
    filter.q && !isWalk && sql`found AS MATERIALIZED (${found(filter.q)})`,
    lacks?.lacking && sql`lacking AS MATERIALIZED (${lacks.lacking})`,
  ].filter((part) => part instanceof Object)
  return {
    where: sql.join(parts, sql` AND `),
    tables: tables.length > 0 ? sql`WITH ${sql.join(tables, sql`, `)}` : sql``,
  }
}

interface LineRow extends Record<string, unknown> {
  id: string
  createdAt: Date
  updatedAt: Date
  username: string
  name: string
  email: string | null
  phone: string | null
  kind: MemberKind
  state: MemberState
  levelId: string
  levelKey: string
  levelTitle: Localized
  isStaff: boolean
  company: string | null
  usedAt: Date | null
}

const stateColumn = sql`CASE WHEN ${isDormant} THEN 'dormant' ELSE u.state END`

const lineColumns = sql`u.id, u.created_at AS "createdAt", u.updated_at AS "updatedAt", u.username, u.name, u.email, u.phone,
  u.kind, ${stateColumn} AS state, l.id AS "levelId", l.key AS "levelKey", l.title AS "levelTitle", 'console' = ANY (l.scopes) AS "isStaff",
  c.name AS company, (SELECT max(used_at) FROM sessions s WHERE s.user_id = u.id) AS "usedAt"`

const presentLine = (context: Context, row: LineRow): MemberLine => ({
  _id: row.id,
  createdAt: new Date(row.createdAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
  username: row.username,
  name: row.name,
  email: row.email,
  phone: row.phone,
  kind: row.kind,
  state: row.state,
  level: { _id: row.levelId, key: row.levelKey, title: textIn(context.locale, row.levelTitle), isStaff: row.isStaff },
  company: row.company,
  usedAt: row.usedAt && new Date(row.usedAt).toISOString(),
})

const columnOf = { createdAt: sql`u.created_at`, name: sql`u.name`, username: sql`u.username` }

/** Returns a page of members. Selects the ids first, and joins level, company and last use only for those. */
export const listMembers = async (context: Context, { page, limit, sort, ...filter }: Asked) => {
  const by = columnOf[sort.replace(/^-/, '') as keyof typeof columnOf]
  const direction = sort.startsWith('-') ? sql`DESC` : sql`ASC`
  const order = sql`ORDER BY ${by} ${direction}, u.id ${direction}`
  const { q, ...others } = filter
  const isByWordsAlone = q !== undefined && q !== '' && Object.values(others).every((value) => value === undefined)
  const known = isByWordsAlone ? await countFound(context, q) : null
  const isWalk = known !== null && known > many && page * limit <= longestWalk
  const { where, tables } = await conditionOf(context, filter, isWalk)
  const count = known === null ? sql`(SELECT count(*)::int FROM users u WHERE ${where})` : sql`${known}::int`
  const { rows } = await context.database.execute<LineRow & { total: number }>(sql`${tables}
    SELECT ${lineColumns}, ${count} AS total
    FROM (SELECT u.* FROM users u WHERE ${where} ${order} LIMIT ${limit} OFFSET ${(page - 1) * limit}) AS u
    JOIN levels l ON l.id = u.level_id LEFT JOIN companies c ON c.user_id = u.id ${order}`)
  const total = rows[0]?.total ?? (page > 1 ? await countMembers(context, filter) : 0)
  return { users: rows.map((row) => presentLine(context, row)), total, page, limit }
}

export const countMembers = async (context: Context, filter: MemberFilter): Promise<number> => {
  const { where, tables } = await conditionOf(context, filter)
  const { rows } = await context.database.execute<{ total: number }>(
    sql`${tables} SELECT count(*)::int AS total FROM users u WHERE ${where}`,
  )
  return rows[0]?.total ?? 0
}

/** Rows per statement of an export. */
const exportedAtOnce = 1000

export interface ExportedRow extends LineRow {
  locale: string
  ceo: string | null
  businessNumber: string | null
  category: string | null
  address: string | null
}

/** Yields every member of a filter in batches, oldest first, so that memory use is bounded. */
export async function* streamMembers(context: Context, filter: MemberFilter): AsyncGenerator<ExportedRow[]> {
  const { where, tables } = await conditionOf(context, filter)
  let last: ExportedRow | undefined
  for (;;) {
    const after = last
      ? sql`AND (u.created_at, u.id) > (${new Date(last.createdAt).toISOString()}::timestamptz, ${last.id}::uuid)`
      : sql``
    const { rows } = await context.database.execute<ExportedRow>(sql`${tables}
      SELECT ${lineColumns}, u.locale, c.ceo, c.business_number AS "businessNumber", c.category, c.address
      FROM (SELECT u.* FROM users u WHERE ${where} ${after} ORDER BY u.created_at, u.id LIMIT ${exportedAtOnce}) AS u
      JOIN levels l ON l.id = u.level_id LEFT JOIN companies c ON c.user_id = u.id ORDER BY u.created_at, u.id`)
    if (rows.length > 0) yield rows
    if (rows.length < exportedAtOnce) return
    last = rows.at(-1)
  }
}

interface WholeRow extends LineRow {
  rank: number
  locale: 'ko' | 'en' | 'cn'
  lockReason: string | null
  hasPassword: boolean
  twoStepSince: Date | null
  passkeys: number
  ceo: string | null
  businessNumber: string | null
  category: string | null
  address: string | null
  isLastOwner: boolean
}

const findWhole = async (context: Context, id: string): Promise<WholeRow> => {
  const { rows } = await context.database.execute<WholeRow>(sql`
    SELECT ${lineColumns}, l.rank, u.locale, u.lock_reason AS "lockReason", u.password_hash <> 'none' AS "hasPassword",
      (SELECT since FROM two_steps t WHERE t.user_id = u.id) AS "twoStepSince",
      (SELECT count(*)::int FROM passkeys p WHERE p.user_id = u.id) AS passkeys,
      c.ceo, c.business_number AS "businessNumber", c.category, c.address,
      l.key = 'owner' AND u.state = 'active' AND NOT EXISTS (
        SELECT FROM users other WHERE other.level_id = l.id AND other.state = 'active' AND other.id <> u.id) AS "isLastOwner"
    FROM users u JOIN levels l ON l.id = u.level_id LEFT JOIN companies c ON c.user_id = u.id
    WHERE u.id = ${id} AND u.state <> 'withdrawn'`)
  const [row] = rows
  if (!row) throw new AppError('not_found')
  return row
}

/**
 * SQL over `levels l`: accounts the caller may change, which are below their rank; the highest rank reaches all.
 * Accounts that can request or approve two-person actions require a caller who may do these alone, because with the
 * account's log-in they could act as both persons.
 */
export const withinReachSql = ({ principal }: Context): SQL => {
  const own = (column: SQL) =>
    sql`(SELECT own.${column} FROM levels own JOIN users me ON me.level_id = own.id WHERE me.id = ${principal.userId}::uuid)`
  const shared = sql`ARRAY(SELECT held FROM unnest(l.scopes) AS held WHERE held LIKE '%:together')`
  return sql`((l.rank < ${own(sql`rank`)} OR ${own(sql`rank`)} = (SELECT max(rank) FROM levels))
    AND ${coversScopesSql(own(sql`scopes`), shared)})`
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

const openSessions = async (context: Context, id: string) => {
  const { rows } = await context.database.execute<{
    id: string
    device: string
    address: string
    createdAt: Date
    usedAt: Date
  }>(sql`SELECT id, device, address, created_at AS "createdAt", used_at AS "usedAt" FROM sessions
    WHERE user_id = ${id} AND ended_at IS NULL ORDER BY used_at DESC LIMIT 50`)
  return rows.map(({ id: _id, device, address, createdAt, usedAt }) => ({
    _id,
    device: deviceName(device),
    address,
    createdAt: new Date(createdAt).toISOString(),
    usedAt: new Date(usedAt).toISOString(),
  }))
}

const filesOfMember = async (context: Context, id: string) => {
  const { rows } = await context.database.execute<{ id: string; purpose: string; name: string; at: Date }>(
    sql`SELECT id, purpose, name, created_at AS at FROM member_files WHERE user_id = ${id} ORDER BY created_at DESC`,
  )
  return rows.map(({ id: _id, purpose, name, at }) => ({
    _id,
    purpose,
    name,
    createdAt: new Date(at).toISOString(),
  }))
}

const logOf = async (context: Context, id: string) => {
  const { rows } = await context.database.execute<{
    at: Date
    action: string
    actor: string | null
    reason: string | null
  }>(sql`SELECT at, action, actor, after ->> 'reason' AS reason FROM audit
    WHERE entity = 'users' AND entity_id = ${id} ORDER BY id DESC LIMIT 20`)
  return rows.map((line) => ({ ...line, at: new Date(line.at).toISOString() }))
}

/** Returns the member's records in modules that the caller may read and whose sites are switched on. */
const partsOf = async (context: Context, member: { userId: string; email: string | null }) => {
  const switches = await readSiteSwitches(context)
  const { modules } = context.services
  const parts = modules.flatMap(({ site, memberParts = [] }) => (isSiteEnabled(switches, site) ? memberParts : []))
  const open = parts.filter(({ section }) => mayRead(context.principal.scopes, section))
  return Promise.all(open.map(async ({ key, read }) => ({ key, ...(await read(context, member)) })))
}

/** Returns all data of a member that the caller may see. Throws `not_found`. */
export const presentMember = async (context: Context, id: string): Promise<Member> => {
  const row = await findWhole(context, id)
  const { rank, userId, level } = context.principal
  // No rank is above an owner's, so owners reset each other.
  const areOwners = row.levelKey === 'owner' && level === 'owner'
  const { consents, history } = await presentConsents(context, id)
  const { rows } = await context.database.execute<{ reached: boolean; recovers: boolean }>(
    sql`SELECT ${withinReachSql(context)} AS reached, ${mayRecoverSql(context)} AS recovers FROM levels l WHERE l.id = ${row.levelId}`,
  )
  const recovers = rows[0]?.recovers === true
  const { company: companyName, ...line } = presentLine(context, row)
  return {
    ...line,
    number: memberNumber(row.id),
    locale: row.locale,
    lockReason: row.lockReason,
    company:
      companyName === null
        ? null
        : {
            name: companyName,
            ceo: row.ceo ?? '',
            businessNumber: row.businessNumber ?? '',
            category: row.category ?? '',
            address: row.address ?? '',
          },
    hasPassword: row.hasPassword,
    secondStep: {
      since: row.twoStepSince && new Date(row.twoStepSince).toISOString(),
      passkeys: row.passkeys,
      mayReset: row.id !== userId && (row.rank < rank || areOwners) && recovers,
    },
    consents: consents.map((state) => ({
      ...state,
      how: history.find(({ subject }) => subject === state.subject)?.how ?? null,
    })),
    sessions: await openSessions(context, id),
    files: await filesOfMember(context, id),
    parts: await partsOf(context, { userId: id, email: row.email }),
    log: await logOf(context, id),
    mayChange: row.id === userId || rows[0]?.reached === true,
    mayRecover: recovers,
    isLastOwner: row.isLastOwner,
  }
}
