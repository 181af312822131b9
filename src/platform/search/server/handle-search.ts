import { type SQL, sql } from 'drizzle-orm'
import { AppError } from '#kit/errors.ts'
import { findFiles, pictureOf } from '#kit/files/media-library.ts'
import { locales } from '#kit/locale.ts'
import type { Context, Handlers } from '#kit/server/context.ts'
import { isSiteEnabled, readSiteSwitches } from '#kit/server/open-sites.ts'
import {
  addressesOfPage,
  type search as contract,
  maxCounted,
  resultsOfPage,
  resultsPerKind,
  type SearchGroup,
} from '../contract.ts'
import { createExcerpt, findMarks, splitSearchTerms, swapKeyboard } from '../rules.ts'
import { createVariants, reduceQuery, respellQuery, type SynonymGroup, type Variant } from '../rules-synonyms.ts'
import { readSynonyms } from './handle-synonyms.ts'

/** Cache tags of the searched tables: a change of one of them changes the results. */
const listTags = ({ services }: Context): string[] => services.modules.flatMap(({ search }) => search.tags)

/** Kinds of all modules of enabled sites, in group order. */
const listSearchedKinds = async (context: Context): Promise<string[]> => {
  const switches = await readSiteSwitches(context)
  return context.services.modules
    .filter(({ site, search }) => isSiteEnabled(switches, search.site ?? site))
    .flatMap(({ search }) => Object.entries(search.kinds))
    .sort(([, position], [, other]) => position - other)
    .map(([kind]) => kind)
}

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

interface SearchOptions {
  kinds: readonly string[]
  skip: number
  amount: number
}

/** Separator of a variant's terms; keys never contain a line break. */
const termSeparator = '\n'

interface FoundRow extends Row {
  variant: number
}

/** Results of each variant and kind, in one statement. */
const findRows = async (
  context: Context,
  variants: readonly Variant[],
  { kinds, skip, amount }: SearchOptions,
): Promise<FoundRow[]> => {
  const at = sql`${context.now().toISOString()}::timestamptz`
  const { rows } = await context.database.execute<FoundRow>(sql`
    SELECT asked.kind, variant.number::int AS variant, found.*
    FROM unnest(${textArray(kinds)}) AS asked (kind)
    CROSS JOIN unnest(${textArray(variants.map(({ terms }) => terms.join(termSeparator)))}, ${textArray(variants.map(({ whole }) => whole))})
      WITH ORDINALITY AS variant (terms, whole, number)
    CROSS JOIN LATERAL find_search_page(asked.kind, ${context.locale}, ${at}, string_to_array(variant.terms, ${termSeparator}),
      variant.whole, ${maxCounted + 1}, ${skip}::int, ${amount}::int) AS found
    WHERE found.total > 0
    ORDER BY variant.number`)
  return rows
}

/** Number of distinct records per kind that several variants find together. */
const countTogether = async (context: Context, variants: readonly Variant[], kinds: readonly string[]) => {
  const at = sql`${context.now().toISOString()}::timestamptz`
  const words = textArray(variants.map(({ terms }) => terms.join(termSeparator)))
  const { rows } = await context.database.execute<{ kind: string; total: number }>(sql`
    SELECT asked.kind, count_matches_of_variants(asked.kind, ${context.locale}, ${at}, ${words}) AS total
    FROM unnest(${textArray(kinds)}) AS asked (kind)`)
  return new Map(rows.map(({ kind, total }) => [kind, total]))
}

/** First row of each record, i.e. that of the earliest variant. */
const takeFirstOfEach = (rows: readonly FoundRow[]): FoundRow[] => {
  const met = new Map<string | null, FoundRow>()
  for (const row of rows) if (!met.has(row.record_id)) met.set(row.record_id, row)
  return [...met.values()]
}

/**
 * Groups of the records that match any variant, results of earlier variants first. Synonyms are skipped for kinds in
 * which the typed query already exceeds the counting limit.
 */
const findGroups = async (
  context: Context,
  variants: readonly Variant[],
  options: SearchOptions,
): Promise<SearchGroup[]> => {
  const [typed, ...others] = variants
  if (!typed || typed.terms.length === 0) return []
  const reach = { ...options, skip: 0, amount: options.skip + options.amount }
  const isAlone = others.length === 0
  const byTyped = await findRows(context, [typed], isAlone ? options : reach)
  const isCommon = (kind: string) => byTyped.some((row) => row.kind === kind && row.total > maxCounted)
  const further = isAlone ? [] : options.kinds.filter((kind) => !isCommon(kind))
  const byOthers =
    further.length === 0
      ? []
      : (await findRows(context, others, { ...reach, kinds: further })).map((row) => ({
          ...row,
          variant: row.variant + 1,
        }))
  const all = Map.groupBy([...byTyped, ...byOthers], ({ kind }) => kind)
  const found = options.kinds.flatMap((kind) => {
    const rows = all.get(kind) ?? []
    return rows.length === 0
      ? []
      : [{ kind, rows, totals: [...new Map(rows.map((row) => [row.variant, row.total])).values()] }]
  })
  const together = found.filter(({ totals }) => totals.length > 1 && Math.max(...totals) <= maxCounted)
  const uncounted = together.filter(({ totals }) => Math.max(...totals) > reach.amount).map(({ kind }) => kind)
  const counts = uncounted.length > 0 ? await countTogether(context, variants, uncounted) : new Map<string, number>()
  return found.map(({ kind, rows, totals }) => {
    const records = takeFirstOfEach(rows.filter((row) => row.record_id !== null))
    const isTogether = together.some((group) => group.kind === kind)
    const total = isTogether ? (counts.get(kind) ?? records.length) : Math.max(...totals)
    const page = isAlone ? records : records.slice(options.skip, options.skip + options.amount)
    return {
      kind,
      total: Math.min(total, maxCounted),
      isMore: total > maxCounted,
      results: page.map((row) =>
        toResult({ ...row, id: row.record_id ?? '' }, variants[row.variant - 1]?.terms ?? typed.terms),
      ),
    }
  })
}

/** Number of newest titles per kind that are read to respell an unknown word. */
const maxTitles = 200

const listTitles = async (context: Context, kinds: readonly string[]): Promise<string[]> => {
  const at = sql`${context.now().toISOString()}::timestamptz`
  const { rows } = await context.database.execute<{ title: string }>(sql`
    SELECT newest.title FROM unnest(${textArray(kinds)}) AS asked (kind)
    CROSS JOIN LATERAL (SELECT title, locale, show_from, show_to FROM search_entries WHERE kind = asked.kind
      ORDER BY place DESC, record_id DESC LIMIT ${maxTitles}) AS newest
    WHERE newest.locale IN (${context.locale}, 'ko') AND is_search_entry_current(newest.show_from, newest.show_to, ${at})`)
  return rows.map(({ title }) => title)
}

interface Attempt {
  words: string
  variants: Variant[]
}

/**
 * First attempt with results. One statement for all attempts: `unnest` returns rows in order and LIMIT 1 stops at the
 * first hit. An ORDER BY would evaluate all of them.
 */
const findFirstWithResults = async (
  context: Context,
  attempts: readonly Attempt[],
  kinds: readonly string[],
): Promise<Attempt | undefined> => {
  const tried = attempts.flatMap(({ variants }, attemptIndex) =>
    variants.map((variant) => ({ ...variant, attempt: attemptIndex })),
  )
  if (tried.length === 0) return undefined
  const at = sql`${context.now().toISOString()}::timestamptz`
  const { rows } = await context.database.execute<{ attempt: number }>(sql`
    SELECT variant.attempt::int AS attempt
    FROM unnest(${textArray(tried.map(({ terms }) => terms.join(termSeparator)))}, ${textArray(tried.map(({ whole }) => whole))},
      ${textArray(tried.map(({ attempt }) => String(attempt)))}) AS variant (terms, whole, attempt)
    WHERE EXISTS (SELECT FROM unnest(${textArray(kinds)}) AS asked (kind)
      CROSS JOIN LATERAL find_search_page(asked.kind, ${context.locale}, ${at}, string_to_array(variant.terms, ${termSeparator}),
        variant.whole, 1, 0, 1) AS found
      WHERE found.total > 0)
    LIMIT 1`)
  return attempts[rows[0]?.attempt ?? -1]
}

/** Results of the closest query, with the query itself; no groups if there is none. */
const findNearest = async (
  context: Context,
  query: string,
  groups: readonly SynonymGroup[],
  options: SearchOptions,
) => {
  const createAttempt = ({ terms }: Variant): Attempt => {
    const words = terms.join(' ')
    return { words, variants: createVariants(words, groups, context.locale) }
  }
  const findFirst = async (variants: readonly Variant[]) =>
    findFirstWithResults(context, variants.map(createAttempt), options.kinds)
  const [basic, ...fewer] = reduceQuery(query)
  let found = await findFirst(basic ? [basic] : [])
  if (!found) {
    const synonyms = groups.flatMap((group) => Object.values(group).flat())
    const spelled = respellQuery(query, [...synonyms, ...(await listTitles(context, options.kinds))])
    found = await findFirst(spelled ? [spelled, ...fewer] : fewer)
  }
  return found
    ? { groups: await findGroups(context, found.variants, options), nearest: found.words }
    : { groups: [], nearest: null }
}

const toResult = (row: Row & { id: string }, terms: readonly string[]) => {
  const title = row.title.normalize('NFC')
  return {
    _id: row.id,
    path: row.path,
    title,
    titleMarks: findMarks(title, terms),
    ...createExcerpt(row.content, terms),
    date: row.dated_at === null ? null : new Date(row.dated_at).toISOString(),
    lang: row.locale,
  }
}

/** Next scheduled start or end of a record. */
const findNextChange = async (context: Context): Promise<Date | null> => {
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
    context.tag(...listTags(context))
    const kinds = await listSearchedKinds(context)
    if (kind && !kinds.includes(kind)) throw new AppError('invalid', { fields: { kind: 'choose' } })
    const limit = kind ? resultsOfPage : resultsPerKind
    const options = { kinds: kind ? [kind] : kinds, skip: kind ? (page - 1) * limit : 0, amount: limit }
    const [synonyms, next] = await Promise.all([readSynonyms(context), findNextChange(context)])
    context.showUntil(next)
    const paged = { page: kind ? page : 1, limit }
    const groups = await findGroups(context, createVariants(q, synonyms, context.locale), options)
    if (groups.length > 0 || splitSearchTerms(q).length === 0) return { groups, swapped: null, nearest: null, ...paged }
    const swap = swapKeyboard(q)
    const instead =
      swap === null ? [] : await findGroups(context, createVariants(swap, synonyms, context.locale), options)
    if (instead.length > 0) return { groups: instead, swapped: swap, nearest: null, ...paged }
    // Not for a single kind: its address already contains the corrected query.
    const nearest = kind ? { groups, nearest: null } : await findNearest(context, q, synonyms, options)
    return { ...nearest, swapped: null, ...paged }
  },

  async addresses(context, { query: { page } }) {
    context.tag(...listTags(context))
    const now = sql`${context.now().toISOString()}::timestamptz`
    const shown = sql`show_from <= ${now} AND (show_to IS NULL OR show_to > ${now})`
    const { rows } = await context.database.execute<AddressRow>(sql`
      SELECT path, array_agg(locale ORDER BY array_position(ARRAY['ko', 'en', 'cn'], locale)) AS locales,
        max(changed_at) AS changed_at, jsonb_agg(pictures) -> 0 AS pictures, count(*) OVER ()::int AS total
      FROM search_entries WHERE kind = ANY(${textArray(await listSearchedKinds(context))}) AND ${shown}
      GROUP BY record_id, kind, path ORDER BY kind, record_id
      LIMIT ${addressesOfPage} OFFSET ${(page - 1) * addressesOfPage}`)
    context.showUntil(await findNextChange(context))
    const others =
      page === 1 ? await Promise.all(context.services.modules.map(({ pages }) => pages?.(context) ?? [])) : []
    const files = await findFiles(
      context,
      rows.flatMap((row) => row.pictures),
    )
    return {
      addresses: [
        ...others.flat().map((path) => ({ path, locales: [...locales], changedAt: null, pictures: [] })),
        ...rows.map((row) => ({
          path: row.path,
          locales: row.locales,
          changedAt: new Date(row.changed_at).toISOString(),
          pictures: row.pictures.flatMap((id) => pictureOf(files, id) ?? []),
        })),
      ],
      total: rows[0]?.total ?? 0,
      page,
      limit: addressesOfPage,
    }
  },
}
