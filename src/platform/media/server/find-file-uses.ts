import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Localized } from '#kit/contract.ts'
import type { MediaUse } from '#kit/files/contract.ts'
import { isFileUsed } from '#kit/files/delete-unused.ts'
import { fileUses } from '#kit/files/table.ts'
import { textIn } from '#kit/i18n.ts'
import type { FileUse } from '#kit/module/module.ts'
import { mayRead } from '#kit/scopes.ts'
import type { Context } from '#kit/server/context.ts'
import { isSiteEnabled, readSiteSwitches } from '#kit/server/open-sites.ts'
import { unusedAfter } from '../rules.ts'

/** Maximum number of records listed for a file. */
const maxUses = 200

/** SQL condition: no record uses the row of `files`, and it is too old for an open form to be about to. */
export const isUnused = (context: Context): SQL => {
  const before = new Date(context.now().getTime() - unusedAfter).toISOString()
  return sql`(files.created_at < ${before}::timestamptz AND NOT ${isFileUsed})`
}

/** Number of records that use each file. */
export const countUses = async (context: Context, ids: readonly string[]): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map()
  const rows = await context.database
    .select({ id: fileUses.fileId, count: sql<number>`count(DISTINCT record_id)::int` })
    .from(fileUses)
    .where(inArray(fileUses.fileId, [...ids]))
    .groupBy(fileUses.fileId)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

interface NamedUse extends Record<string, unknown> {
  source: string
  record: string
}

/** Titles of records; `title` and `table` are declared by modules, never user input. */
export const readTitles = async (
  context: Context,
  source: string,
  { table = source, title }: FileUse,
  ids: string[],
) => {
  if (!title) return new Map<string, string>()
  const { rows } = await context.database.execute<{ id: string; title: Localized | string | null }>(sql`
    SELECT r.id::text AS id, to_jsonb(${sql.raw(title)}) AS title FROM ${sql.identifier(table)} AS r
    WHERE r.id = ANY (${sql.param(ids)}::uuid[])`)
  return new Map(
    rows.map(({ id, title: text }) => [id, typeof text === 'string' ? text : textIn(context.locale, text)]),
  )
}

/** Uses of a file in sections the caller may read; counts a record once however often it uses the file. */
export const findFileUses = async (context: Context, id: string): Promise<{ uses: MediaUse[]; others: number }> => {
  const { scopes } = context.principal
  const readable = new Map(
    context.services.modules.flatMap(({ site, fileUses = {} }) =>
      Object.entries(fileUses)
        .filter(([, use]) => mayRead(scopes, use.section))
        .map(([source, use]) => [source, { use, site }] as const),
    ),
  )
  const [switches, counted, { rows }] = await Promise.all([
    readSiteSwitches(context),
    countUses(context, [id]),
    context.database.execute<NamedUse>(sql`
      SELECT min(source) AS source, record_id AS record FROM file_uses
      WHERE file_id = ${id}::uuid AND source = ANY(${sql.param([...readable.keys()])})
      GROUP BY record_id ORDER BY 1, 2 LIMIT ${maxUses}`),
  ])
  const uses: MediaUse[] = []
  for (const [source, named] of Map.groupBy(rows, (row) => row.source)) {
    const found = readable.get(source)
    if (!found) continue
    const { use, site } = found
    const ids = named.map(({ record }) => record)
    const titles = await readTitles(context, source, use, ids)
    for (const record of ids)
      uses.push({
        entity: use.entity,
        title: titles.get(record) || null,
        to: (isSiteEnabled(switches, site) && use.to?.replace('{id}', record)) || null,
      })
  }
  return { uses, others: (counted.get(id) ?? 0) - uses.length }
}
