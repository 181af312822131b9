import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { buildPost, postText } from '#content/boards/factory.ts'
import { posts } from '#content/boards/table.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { checkPlainResource, prepareBench } from '#test/suites/check-plain-resource.ts'
import { search as contract, synonyms } from '../contract.ts'
import { buildSynonym, synonymInput } from '../factory.ts'
import { searchSynonyms } from '../table.ts'

const bench = prepareBench(['console:synonyms'])

checkPlainResource(bench, {
  contract: synonyms,
  table: 'search_synonyms',
  input: synonymInput,
  change: { ko: ['누수', '물샘'] },
  searchTerms: { found: '물이 새다', absent: '없는 말' },
  tags: ['synonyms'],
})

const database = () => bench.api.services.database
afterEach(async () => {
  await database().delete(posts)
  await database().delete(searchSynonyms)
})

const searchFor = (query: z.input<typeof contract.find.query>) => bench.api.client(contract).find({ query })
const listTitles = async (q: string) =>
  (await searchFor({ q })).groups.flatMap(({ results }) => results.map(({ title }) => title))

const inHours = (hours: number) => new Date(bench.api.clock.now().getTime() + hours * 3_600_000).toISOString()
const buildStory = (subject: string, text: Partial<Parameters<typeof postText>[0]> = {}) =>
  buildPost(bench.api.context, { texts: { ko: postText({ subject, publishFrom: inHours(-1), ...text }) } })

describe('synonyms', () => {
  const buildLeakStories = async () => {
    await buildStory('누수 소식', { publishFrom: inHours(-1) })
    await buildStory('천장에서 물이 새는 집', { publishFrom: inHours(-2) })
    await buildStory('물샘과 누수', { publishFrom: inHours(-3) })
    await buildStory('균열 소식', { publishFrom: inHours(-4) })
  }

  it('find each other’s records, those of the typed word first, each once', async () => {
    await buildLeakStories()
    expect(await listTitles('누수')).toEqual(['누수 소식', '물샘과 누수'])
    await buildSynonym(bench.api.context)
    expect(await listTitles('누수')).toEqual(['누수 소식', '물샘과 누수', '천장에서 물이 새는 집'])
    expect(await listTitles('물이 새요')).toEqual(['누수 소식', '물샘과 누수', '천장에서 물이 새는 집'])
    expect(await listTitles('물이 샌다')).toHaveLength(3)
    expect(await listTitles('leak')).toHaveLength(3)
    expect((await searchFor({ q: '누수' })).groups).toMatchObject([{ total: 3, isMore: false }])
    expect((await searchFor({ q: '누수' })).nearest).toBeNull()
  })

  it('are counted and paged together across pages', async () => {
    await buildSynonym(bench.api.context, { ko: ['누수', '물샘'], en: [], cn: [] })
    for (let count = 1; count <= 15; count += 1) await buildStory(`누수 ${count}`, { publishFrom: inHours(-count) })
    for (let count = 1; count <= 15; count += 1) await buildStory(`물샘 ${count}`, { publishFrom: inHours(-count) })
    await buildStory('누수와 물샘', { publishFrom: inHours(-40) })
    expect((await searchFor({ q: '물샘' })).groups).toMatchObject([{ total: 31, isMore: false }])
    const pages = await Promise.all([1, 2].map((page) => searchFor({ q: '물샘', kind: 'story', page })))
    const found = pages.flatMap(({ groups }) => groups.flatMap(({ results }) => results.map(({ title }) => title)))
    expect(found).toHaveLength(31)
    expect(new Set(found).size).toBe(31)
    expect(found.slice(0, 16).every((title) => title.includes('물샘'))).toBe(true)
    expect(pages.map(({ groups }) => groups[0]?.total)).toEqual([31, 31])
  })

  it('apply from the next search after a change', async () => {
    await buildLeakStories()
    const staff = bench.api.client(synonyms, bench.editor)
    const { synonym } = await staff.create({ body: synonymInput() })
    expect(await listTitles('leak')).toHaveLength(3)
    await staff.remove({ params: { id: synonym._id } })
    expect(await listTitles('누수')).toHaveLength(2)
  })

  it.each([
    [{ ko: ['하나'], en: [], cn: [] }, 'ko'],
    [{ ko: ['누수', '누 수'], en: [], cn: [] }, 'ko'],
    [{ ko: ['?!', '누수'] }, 'ko.0'],
    [{ ko: ['가'.repeat(41), '누수'] }, 'ko.0'],
    [{ en: Array.from({ length: 21 }, (_, at) => `word ${at}`) }, 'en'],
  ])('rejects %j with the name of the field', async (input, field) => {
    await expectRefusal(bench.api.client(synonyms, bench.editor).create({ body: synonymInput(input) }), 400, field)
  })

  it('remain at least two after a change', async () => {
    const staff = bench.api.client(synonyms, bench.editor)
    const { synonym } = await staff.create({ body: synonymInput({ ko: ['누수', '물샘'], en: [], cn: [] }) })
    const changeWords = (ko: string[]) =>
      staff.update({ params: { id: synonym._id }, body: { ko, updatedAt: synonym.updatedAt } })
    await expect(changeWords(['누수'])).rejects.toMatchObject({ status: 400 })
    expect((await changeWords(['누수', '물이 새다'])).synonym.ko).toEqual(['누수', '물이 새다'])
  })

  it('are seeded once by the demonstration', async () => {
    await database().execute(sql`SELECT add_first_synonyms()`)
    const { synonyms: groups } = await bench.api.client(synonyms, bench.editor).list()
    expect(groups.length).toBeGreaterThan(5)
    for (const { ko, en, cn } of groups) expect([ko, en, cn].every((words) => words.length >= 2)).toBe(true)
  })
})
