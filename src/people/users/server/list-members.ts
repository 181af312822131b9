import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Localized } from '#kit/contract.ts'
import { textIn } from '#kit/i18n.ts'
import { readPhoneDigits } from '#kit/phone/search-phone.ts'
import type { Context } from '#kit/server/context.ts'
import { likePattern, windowQuery } from '#kit/server/records/search-conditions.ts'
import { lacksConsentSql } from '#people/consents/server/find-missing-consents.ts'
import type { MemberKind } from '../contract.ts'
import type { MemberLine, members } from '../contract-members.ts'
import type { MemberState } from '../rules.ts'

type MembersQuery = z.output<typeof members.list.query>

/** Filter of the member list. */
export type MemberFilter = Pick<MembersQuery, 'q' | 'kind' | 'level' | 'state' | 'staff' | 'joined' | 'lacks'>

/** Phone and business numbers are compared by their digits, because they are stored without separators. */
const normalizeWords = (words: string): string => readPhoneDigits(words) ?? words.normalize('NFC').toLowerCase()

/**
 * SQL: ids of members that match the words; the index narrows, the text decides. A separate query, so that it runs
 * first.
 */
const matchesSql = (words: string): SQL => {
  const normalized = normalizeWords(words)
  return sql`SELECT user_id FROM member_words
    WHERE windows @@ ${windowQuery(normalized)}::tsquery AND words LIKE ${likePattern(normalized)}`
}

const getMidnightSql = (day: string, later: number): SQL =>
  sql`((${day}::date + ${later}::int)::timestamp AT TIME ZONE 'Asia/Seoul')`

const isStaff = sql`u.level_id IN (SELECT id FROM levels WHERE 'console' = ANY (scopes))`

const isDormant = sql`(u.state = 'active' AND u.dormant_at IS NOT NULL)`

const matchesStateSql = (state: MemberState): SQL =>
  state === 'dormant'
    ? isDormant
    : sql`u.state = ${state} ${state === 'active' ? sql`AND u.dormant_at IS NULL` : sql``}`

/** Number of matches above which walking the sort order finds a page sooner than sorting all matches. */
const manyMatches = 1000

/** Longest such walk in members; deeper pages sort. */
const longestWalk = 2000

/** Returns the number of members that match; withdrawn ones have no words. */
const countFound = async (context: Context, words: string): Promise<number> => {
  const { rows } = await context.database.execute<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM (${matchesSql(words)}) AS found`,
  )
  return rows[0]?.total ?? 0
}

/** SQL: this member matches the words, checked row by row (`OFFSET 0` preserves the order of the walk). */
const matchesRowSql = (words: string): SQL => sql`(SELECT w.words LIKE ${likePattern(normalizeWords(words))}
  FROM member_words w WHERE w.user_id = u.id OFFSET 0)`

/**
 * Returns the condition of a list over `users u` and the CTEs it needs: the matches of the words, unless it is a walk,
 * and the members without a consent.
 */
const buildCondition = async (
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
    filter.state && matchesStateSql(filter.state),
    filter.staff !== undefined && (filter.staff ? isStaff : sql`NOT ${isStaff}`),
    from && sql`u.created_at >= ${getMidnightSql(from, 0)}`,
    to && sql`u.created_at < ${getMidnightSql(to, 1)}`,
    lacks && sql`NOT ${isStaff} AND ${lacks.where}`,
    filter.q && (isWalk ? matchesRowSql(filter.q) : sql`u.id IN (SELECT user_id FROM found)`),
  ].filter((part) => part instanceof Object)
  const tables = [
    filter.q && !isWalk && sql`found AS MATERIALIZED (${matchesSql(filter.q)})`,
    lacks?.lacking && sql`lacking AS MATERIALIZED (${lacks.lacking})`,
  ].filter((part) => part instanceof Object)
  return {
    where: sql.join(parts, sql` AND `),
    tables: tables.length > 0 ? sql`WITH ${sql.join(tables, sql`, `)}` : sql``,
  }
}

export interface LineRow extends Record<string, unknown> {
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

export const lineColumns = sql`u.id, u.created_at AS "createdAt", u.updated_at AS "updatedAt", u.username, u.name, u.email, u.phone,
  u.kind, ${stateColumn} AS state, l.id AS "levelId", l.key AS "levelKey", l.title AS "levelTitle", 'console' = ANY (l.scopes) AS "isStaff",
  c.name AS company, (SELECT max(used_at) FROM sessions s WHERE s.user_id = u.id) AS "usedAt"`

export const presentLine = (context: Context, row: LineRow): MemberLine => ({
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
export const listMembers = async (context: Context, { page, limit, sort, ...filter }: MembersQuery) => {
  const by = columnOf[sort.replace(/^-/, '') as keyof typeof columnOf]
  const direction = sort.startsWith('-') ? sql`DESC` : sql`ASC`
  const order = sql`ORDER BY ${by} ${direction}, u.id ${direction}`
  const { q, ...others } = filter
  const isByWordsAlone = q !== undefined && q !== '' && Object.values(others).every((value) => value === undefined)
  const wordCount = isByWordsAlone ? await countFound(context, q) : null
  const isWalk = wordCount !== null && wordCount > manyMatches && page * limit <= longestWalk
  const { where, tables } = await buildCondition(context, filter, isWalk)
  const count = wordCount === null ? sql`(SELECT count(*)::int FROM users u WHERE ${where})` : sql`${wordCount}::int`
  const { rows } = await context.database.execute<LineRow & { total: number }>(sql`${tables}
    SELECT ${lineColumns}, ${count} AS total
    FROM (SELECT u.* FROM users u WHERE ${where} ${order} LIMIT ${limit} OFFSET ${(page - 1) * limit}) AS u
    JOIN levels l ON l.id = u.level_id LEFT JOIN companies c ON c.user_id = u.id ${order}`)
  const total = rows[0]?.total ?? (page > 1 ? await countMembers(context, filter) : 0)
  return { users: rows.map((row) => presentLine(context, row)), total, page, limit }
}

export const countMembers = async (context: Context, filter: MemberFilter): Promise<number> => {
  const { where, tables } = await buildCondition(context, filter)
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
  const { where, tables } = await buildCondition(context, filter)
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
