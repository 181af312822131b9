// @module-tag deep
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { prepareBench } from '#test/suites/check-plain-resource.ts'
import { search as contract, maxCounted } from '../contract.ts'
import { buildSynonym } from '../factory.ts'
import { splitSearchTerms, toSearchKey } from '../rules.ts'
import { searchSynonyms } from '../table.ts'

const bench = prepareBench([])
const database = () => bench.api.services.database
const now = () => bench.api.clock.now().toISOString()

// Three records per publication time, one in five scheduled or expired, one in ten also in English; more records than
// any search step reads at once.
beforeAll(async () => {
  for (let from = 1; from <= 7000; from += 500)
    await database().execute(sql`
      INSERT INTO search_entries (record_id, locale, kind, path, title, title_key, heading, content, words, place, show_from, show_to, changed_at)
      SELECT record_id, locale, kind, '/story/x', title, title, title || E'\n' || extract_initial_consonants(title), content,
        title || E'\n' || extract_initial_consonants(title) || E'\n' || content, place,
        CASE WHEN number % 10 = 3 THEN ${now()}::timestamptz + interval '1 hour' ELSE '-infinity' END,
        CASE WHEN number % 10 = 4 THEN ${now()}::timestamptz - interval '1 hour' END, now()
      FROM (
        SELECT number, overlay(overlay(md5(number::text) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid AS record_id, number / 3 AS place,
          CASE WHEN number % 40 = 7 THEN 'project' ELSE 'story' END AS kind,
          CASE WHEN number % 900 = 0 THEN '누수' WHEN number % 50 = 0 THEN '새누수소식' ELSE '소식' || number END AS title,
          '하자' || CASE WHEN number % 4 = 0 THEN '균열' ELSE '' END || CASE WHEN number % 60 = 1 THEN '아파트누수' ELSE '' END
            || CASE WHEN number % 7 = 0 THEN '아파트감정' ELSE '파트감정아파' END AS content
        FROM generate_series(${from}::int, ${from + 499}::int) AS number
      ) AS made, unnest(CASE WHEN number % 10 = 5 THEN ARRAY['ko', 'en'] ELSE ARRAY['ko'] END) AS locale`)
})

const searchFor = (query: { q: string; kind?: 'story' | 'project'; page?: number }, locale: 'ko' | 'en') =>
  bench.api.client(contract, null, locale).find({ query })

/** Reference implementation: scans every text. */
const findByScan = async (kind: string, locale: string, terms: string[], whole: string) => {
  const { rows } = await database().execute<{ id: string }>(sql`
    SELECT record_id AS id FROM search_entries AS entry
    WHERE kind = ${kind} AND show_from <= ${now()} AND (show_to IS NULL OR show_to > ${now()})
      AND (locale = ${locale} OR locale = 'ko' AND NOT EXISTS (
        SELECT FROM search_entries AS own WHERE own.record_id = entry.record_id AND own.locale = ${locale}
          AND own.show_from <= ${now()} AND (own.show_to IS NULL OR own.show_to > ${now()})))
      AND (SELECT bool_and(position(term IN words) > 0) FROM unnest(string_to_array(${terms.join()}, ',')) AS term)
    ORDER BY (SELECT bool_and(position(term IN heading) > 0) FROM unnest(string_to_array(${terms.join()}, ',')) AS term) DESC,
      title_key = ${whole} DESC, place DESC, record_id DESC`)
  return rows.map(({ id }) => id)
}

it.each([
  ['in every text', '하'],
  ['in every text, twice', '하자 하'],
  ['in a quarter', '균열'],
  ['in one of sixty texts and some titles', '누수'],
  ['in some titles', '새누수'],
  ['in every title, by initials', 'ㅅㅅ'],
  ['parts of it in every text, the whole in one of seven', '아파트감정'],
  ['one of few', '소식6999'],
  ['nowhere', '없는말'],
])('finds the same among thousands of records as a scan of all texts: %s', async (_, q) => {
  const terms = splitSearchTerms(q)
  for (const locale of ['ko', 'en'] as const)
    for (const kind of ['story', 'project'] as const) {
      const expected = await findByScan(kind, locale, terms, toSearchKey(q))
      const { groups } = await searchFor({ q }, locale)
      const group = groups.find((one) => one.kind === kind)
      expect([kind, group?.total ?? 0, group?.isMore ?? false]).toEqual([
        kind,
        Math.min(expected.length, maxCounted),
        expected.length > maxCounted,
      ])
      expect(group?.results.map(({ _id }) => _id) ?? []).toEqual(expected.slice(0, 5))
      for (const page of [1, 2, maxCounted / 20]) {
        const { groups: paged } = await searchFor({ q, kind, page }, locale)
        expect(paged[0]?.results.map(({ _id }) => _id) ?? []).toEqual(expected.slice((page - 1) * 20, page * 20))
      }
    }
})

it('finds the same by synonyms as a scan of all texts for each, each record once', async () => {
  await buildSynonym(bench.api.context, { ko: ['아파트감정', '누수', '균열'], en: ['nothing'], cn: [] })
  for (const locale of ['ko', 'en'] as const)
    for (const kind of ['story', 'project'] as const) {
      const each = await Promise.all(
        ['누수', '아파트감정', '균열'].map((word) => findByScan(kind, locale, [word], word)),
      )
      const expected = [...new Set(each.flat())]
      const { groups } = await searchFor({ q: '누수' }, locale)
      expect(groups.find((one) => one.kind === kind)).toMatchObject({
        total: Math.min(expected.length, maxCounted),
        isMore: expected.length > maxCounted,
      })
      for (const page of [1, 2, 8]) {
        const { groups: paged } = await searchFor({ q: '누수', kind, page }, locale)
        expect(paged[0]?.results.map(({ _id }) => _id) ?? []).toEqual(expected.slice((page - 1) * 20, page * 20))
      }
    }
  await database().delete(searchSynonyms)
})

it('uses indexes, whatever the table size when plans were cached', async () => {
  const { rows } = await database().execute<{ scans: number }>(sql`
    WITH before AS MATERIALIZED (SELECT pg_stat_get_xact_numscans('search_entries'::regclass) AS scans)
    SELECT (pg_stat_get_xact_numscans('search_entries'::regclass) - before.scans)::int AS scans
    FROM before, LATERAL (
      SELECT count(*) FROM unnest(ARRAY['하', '균열', '새누수', '없는말']) AS term,
        find_search_page('story', 'ko', now(), ARRAY[term], term, 501, 0, 20)
    ) AS found`)
  // Sequential scans of the table by this statement.
  expect(rows).toEqual([{ scans: 0 }])
})

it('has an index that can be rebuilt, as restore and repair do', async () => {
  await database().execute(sql`REINDEX INDEX search_entries_grams`)
  expect((await searchFor({ q: '새누수소식', kind: 'story' }, 'ko')).groups).toMatchObject([{ kind: 'story' }])
})
