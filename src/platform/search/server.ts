import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/library.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import {
  addressesOfPage,
  type search as contract,
  mostCounted,
  resultsBeside,
  resultsOfPage,
  type SearchGroup,
} from './contract.ts'
import { excerptOf, marksOf, searchKey, searchTerms, swapKeyboard } from './rules.ts'

/** Tags of the records' own tables: a change of one of them changes what is found. */
const tagsOf = ({ services }: Context): string[] => services.modules.flatMap(({ search }) => search.tags)

/** Every kind that modules declare, in the order of the groups. */
const kindsOf = ({ services }: Context): string[] =>
  services.modules
    .flatMap(({ search }) => Object.entries(search.kinds))
    .sort(([, position], [, other]) => position - other)
    .map(([kind]) => kind)

interface Row extends Record<string, unknown> {
  kind: string
  total: number
  record_id: string | null
  locale: 'ko' | 'en' | 'cn'
  path: string
  title: string
  content: string
  dated_at: string | Date | null
}

const textArray = (texts: readonly string[]): SQL =>
  sql`ARRAY[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`

interface Asked {
  kinds: readonly string[]
  skip: number
  amount: number
}

/** The groups in which something has all words of the query; no words, no groups. One statement. */
const findGroups = async (context: Context, query: string, asked: Asked): Promise<SearchGroup[]> => {
  const terms = searchTerms(query)
  if (terms.length === 0) return []
  const at = sql`${context.now().toISOString()}::timestamptz`
  const words = textArray(terms)
  const { rows } = await context.database.execute<Row>(sql`
    SELECT asked.kind, found.*
    FROM unnest(${textArray(asked.kinds)}) WITH ORDINALITY AS asked (kind, rank)
    CROSS JOIN LATERAL search_found(asked.kind, ${context.locale}, ${at}, ${words}, ${searchKey(query)}, ${mostCounted + 1}, ${asked.skip}::int, ${asked.amount}::int) AS found
    WHERE found.total > 0`)
  return asked.kinds.flatMap((kind) => {
    const found = rows.filter((row) => row.kind === kind)
    const [first] = found
    if (!first) return []
    return [
      {
        kind,
        total: Math.min(first.total, mostCounted),
        isMore: first.total > mostCounted,
        results: found.flatMap((row) =>
          row.record_id === null ? [] : [toResult({ ...row, id: row.record_id }, terms)],
        ),
      },
    ]
  })
}

const toResult = (row: Row & { id: string }, terms: readonly string[]) => {
  const title = row.title.normalize('NFC')
  return {
    _id: row.id,
    path: row.path,
    title,
    titleMarks: marksOf(title, terms),
    ...excerptOf(row.content, terms),
    date: row.dated_at === null ? null : new Date(row.dated_at).toISOString(),
    lang: row.locale,
  }
}

/** The next moment at which something begins or ends by itself. */
const nextChange = async (context: Context): Promise<Date | null> => {
  const now = sql`${context.now().toISOString()}::timestamptz`
  const { rows } = await context.database.execute<{ at: Date | string | null }>(sql`
    SELECT least((SELECT min(show_from) FROM search_entries WHERE show_from > ${now}),
      (SELECT min(show_to) FROM search_entries WHERE show_to > ${now})) AS at`)
  const at = rows[0]?.at
  return at ? new Date(at) : null
}

interface AddressRow extends Record<string, unknown> {
  path: string
  locales: ('ko' | 'en' | 'cn')[]
  changed_at: string | Date
  pictures: string[]
  total: number
}

export const searchHandlers: Handlers<typeof contract> = {
  async find(context, { query: { q, kind, page } }) {
    context.tag(...tagsOf(context))
    const kinds = kindsOf(context)
    if (kind && !kinds.includes(kind)) throw new AppError('invalid', { fields: { kind: 'choose' } })
    const limit = kind ? resultsOfPage : resultsBeside
    const asked = { kinds: kind ? [kind] : kinds, skip: kind ? (page - 1) * limit : 0, amount: limit }
    const [groups, next] = await Promise.all([findGroups(context, q, asked), nextChange(context)])
    context.showUntil(next)
    const swap = groups.length === 0 ? swapKeyboard(q) : null
    const instead = swap === null ? [] : await findGroups(context, swap, asked)
    return {
      groups: groups.length > 0 ? groups : instead,
      swapped: instead.length > 0 ? swap : null,
      page: kind ? page : 1,
      limit,
    }
  },

  async addresses(context, { query: { page } }) {
    context.tag(...tagsOf(context))
    const now = sql`${context.now().toISOString()}::timestamptz`
    const shown = sql`show_from <= ${now} AND (show_to IS NULL OR show_to > ${now})`
    const { rows } = await context.database.execute<AddressRow>(sql`
      SELECT path, array_agg(locale ORDER BY array_position(ARRAY['ko', 'en', 'cn'], locale)) AS locales,
        max(changed_at) AS changed_at, jsonb_agg(pictures) -> 0 AS pictures, count(*) OVER ()::int AS total
      FROM search_entries WHERE ${shown}
      GROUP BY record_id, kind, path ORDER BY kind, record_id
      LIMIT ${addressesOfPage} OFFSET ${(page - 1) * addressesOfPage}`)
    context.showUntil(await nextChange(context))
    const files = await findFiles(
      context,
      rows.flatMap((row) => row.pictures),
    )
    return {
      addresses: rows.map((row) => ({
        path: row.path,
        locales: row.locales,
        changedAt: new Date(row.changed_at).toISOString(),
        pictures: row.pictures.flatMap((id) => pictureOf(files, id) ?? []),
      })),
      total: rows[0]?.total ?? 0,
      page,
      limit: addressesOfPage,
    }
  },
}
