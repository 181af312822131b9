import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Localized } from '#kit/contract.ts'
import type { MediaUse } from '#kit/files/contract.ts'
import { fileUses } from '#kit/files/table.ts'
import { textIn } from '#kit/i18n.ts'
import type { FileUse } from '#kit/module/module.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { isOn, switchesOf } from '#kit/server/sites.ts'
import { settledAfter } from './rules.ts'

const mostUses = 200

/** That no record names a row of `files`, and that no open form is about to. */
export const isUnused = (context: Context): SQL => {
  const before = new Date(context.now().getTime() - settledAfter).toISOString()
  return sql`(files.created_at < ${before}::timestamptz AND NOT EXISTS (SELECT FROM file_uses WHERE file_id = files.id))`
}

/** How many records name each of these files. */
export const countUses = async (context: Context, ids: readonly string[]): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map()
  const rows = await context.database
    .select({ id: fileUses.fileId, count: sql<number>`count(DISTINCT record_id)::int` })
    .from(fileUses)
    .where(inArray(fileUses.fileId, [...ids]))
    .groupBy(fileUses.fileId)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

interface Named extends Record<string, unknown> {
  source: string
  record: string
}

/** The records as they are called; `title` and `table` are the modules' own words, nothing that was sent. */
const titlesOf = async (context: Context, source: string, { table = source, title }: FileUse, ids: string[]) => {
  if (!title) return new Map<string, string>()
  const { rows } = await context.database.execute<{ id: string; title: Localized | string | null }>(sql`
    SELECT r.id::text AS id, to_jsonb(${sql.raw(title)}) AS title FROM ${sql.identifier(table)} AS r
    WHERE r.id = ANY (${sql.param(ids)}::uuid[])`)
  return new Map(
    rows.map(({ id, title: text }) => [id, typeof text === 'string' ? text : textIn(context.locale, text)]),
  )
}

/** Where a file is used, as far as the caller may read there. */
export const usesOf = async (context: Context, id: string): Promise<{ uses: MediaUse[]; others: number }> => {
  const [switches, { rows }] = await Promise.all([
    switchesOf(context),
    context.database.execute<Named & { total: number }>(sql`
      SELECT source, record_id AS record, (count(*) OVER ())::int AS total FROM file_uses
      WHERE file_id = ${id}::uuid GROUP BY source, record_id ORDER BY source, record_id LIMIT ${mostUses}`),
  ])
  const { modules, principal } = { modules: context.services.modules, principal: context.principal }
  const known = new Map(
    modules.flatMap(({ site, fileUses = {} }) =>
      Object.entries(fileUses).map(([source, use]) => [source, { ...use, isOpen: isOn(switches, site) }] as const),
    ),
  )
  const uses: MediaUse[] = []
  for (const [source, named] of Map.groupBy(rows, (row) => row.source)) {
    const use = known.get(source)
    if (!use || !mayRead(principal.scopes, use.section)) continue
    const titles = await titlesOf(
      context,
      source,
      use,
      named.map(({ record }) => record),
    )
    for (const { record } of named)
      uses.push({
        entity: use.entity,
        title: titles.get(record) || null,
        to: (use.isOpen && use.to?.replace('{id}', record)) || null,
      })
  }
  return { uses: unique(uses), others: (rows[0]?.total ?? 0) - uses.length }
}

/** A record whose own row and whose text both name the file is one. */
const unique = (uses: readonly MediaUse[]): MediaUse[] => [
  ...new Map(uses.map((use, place) => [use.to ? `${use.entity} ${use.to}` : place, use])).values(),
]
