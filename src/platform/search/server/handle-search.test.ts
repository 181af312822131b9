import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { boards } from '#content/boards/contract.ts'
import { buildPost, postText } from '#content/boards/factory.ts'
import { posts } from '#content/boards/table.ts'
import { buildLawyer } from '#firm/lawyers/factory.ts'
import { lawyers } from '#firm/lawyers/table.ts'
import { buildOffice } from '#firm/offices/factory.ts'
import { offices } from '#firm/offices/table.ts'
import { publicScope } from '#kit/server/context.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { buildPicture } from '#test/files/sample-files.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { prepareBench } from '#test/suites/check-plain-resource.ts'
import { search as contract, maxCounted } from '../contract.ts'
import { initialsOf, toSearchKey } from '../rules.ts'

const bench = prepareBench(['console:boards'])
const database = () => bench.api.services.database
const hour = 3_600_000

beforeEach(() => bench.cacheRecorder.tags())
afterEach(async () => {
  await database().delete(posts)
  await database().delete(lawyers)
  await database().delete(offices)
})

type Query = z.input<typeof contract.find.query>
const client = (locale: 'ko' | 'en' | 'cn' = 'ko') => bench.api.client(contract, null, locale)
const searchFor = (query: Query, locale: 'ko' | 'en' | 'cn' = 'ko') => client(locale).find({ query })
const listTitles = async (q: string, locale: 'ko' | 'en' | 'cn' = 'ko') =>
  (await searchFor({ q }, locale)).groups.flatMap((group) => group.results.map((result) => result.title))

const inHours = (hours: number) => new Date(bench.api.clock.now().getTime() + hours * hour).toISOString()
const buildStory = (subject: string, text: Partial<Parameters<typeof postText>[0]> = {}) =>
  buildPost(bench.api.context, { texts: { ko: postText({ subject, publishFrom: inHours(-1), ...text }) } })

describe('search terms', () => {
  it('match parts, with or without spaces, initials, and the other keyboard layout', async () => {
    await buildStory('집합건물 하자 보수 보증금')
    for (const q of ['하', '하자', '하자보수', '하자 보수', '보증금 하자', '수보증', 'ㅎㅈ', 'ㅈㅎㄱㅁ', 'gkwk'])
      expect([q, await listTitles(q)]).toEqual([q, ['집합건물 하자 보수 보증금']])
    for (const q of ['하수', 'ㅎㅎ', 'rkr', '', '%', '_', '?', "' OR 1=1"])
      expect([q, await listTitles(q)]).toEqual([q, []])
  })

  it('are converted to the other keyboard layout only without results as typed', async () => {
    await buildStory('하자 이야기')
    expect(await searchFor({ q: 'gkwk' })).toMatchObject({ swapped: '하자', groups: [{ total: 1 }] })
    await buildStory('gkwk 이야기')
    expect(await searchFor({ q: 'gkwk' })).toMatchObject({
      swapped: null,
      groups: [{ results: [{ title: 'gkwk 이야기' }] }],
    })
    expect((await searchFor({ q: '하자' })).swapped).toBeNull()
  })

  it('match texts without markup, ranked after titles; an equal title ranks first', async () => {
    await buildStory('다른 제목', { body: '<p>옥상 <strong>누</strong>수 &amp; 균열</p>', publishFrom: inHours(-1) })
    await buildStory('누수를 찾다', { publishFrom: inHours(-3) })
    await buildStory('새 누수', { publishFrom: inHours(-2) })
    await buildStory('누수', { publishFrom: inHours(-9) })
    expect(await listTitles('누수')).toEqual(['누수', '새 누수', '누수를 찾다', '다른 제목'])
    expect(await listTitles('strong')).toEqual([])
    expect(await listTitles('amp')).toEqual([])
  })

  it('are highlighted by position, and markup in titles stays text', async () => {
    await buildStory('<b>하자</b> 표시', { summary: '하자 하나, 하자 둘' })
    const { groups } = await searchFor({ q: '하자' })
    expect(groups[0]?.results[0]).toMatchObject({
      title: '<b>하자</b> 표시',
      titleMarks: [[3, 5]],
      excerpt: '하자 하나, 하자 둘',
      excerptMarks: [
        [0, 2],
        [7, 9],
      ],
    })
  })
})

describe('a search result', () => {
  it('is published now: no draft, hidden, trashed, scheduled or expired text', async () => {
    await buildStory('지금 균열')
    await buildStory('초안 균열', { state: 'draft' })
    await buildStory('숨긴 균열', { state: 'hidden' })
    const soon = inHours(2)
    await buildStory('올 균열', { publishFrom: soon })
    await buildStory('지난 균열', { publishFrom: inHours(-3), publishTo: inHours(-2) })
    await buildPost(bench.api.context, {
      texts: { ko: postText({ subject: '버린 균열' }) },
      trashedAt: bench.api.clock.now(),
    })
    await buildPost(bench.api.context, { code: 'inside', texts: { ko: postText({ subject: '쪽 없는 균열' }) } })
    const scope = publicScope('ko')
    const { groups } = await bench.api.kernel.client(contract, scope).find({ query: { q: '균열' } })
    expect(groups.flatMap((group) => group.results.map(({ title }) => title))).toEqual(['지금 균열'])
    expect(scope.until).toBe(Date.parse(soon))
    bench.api.clock.forward(2 * hour + 1000)
    expect(await listTitles('균열')).toEqual(['올 균열', '지금 균열'])
  })

  it('follows every change of a record within its transaction', async () => {
    const { api } = bench
    const editor = await api.actor(['console', 'console:boards'])
    const row = await buildStory('처음 제목')
    const posted = api.client(boards, editor)
    const { board } = await posted.get({ params: { id: row.id } })
    const texts = { ko: { ...board.texts.ko, subject: '바뀐 제목' } }
    await posted.update({ params: { id: row.id }, body: { texts, slug: 'new-way', updatedAt: board.updatedAt } })
    expect(await listTitles('처음')).toEqual([])
    expect((await searchFor({ q: '바뀐' })).groups[0]?.results[0]?.path).toBe('/story/new-way')
    await expect(
      api.context.transaction(async (within) => {
        await within.database.execute(sql`UPDATE post_texts SET subject = '취소된 제목' WHERE post_id = ${row.id}`)
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await listTitles('취소된')).toEqual([])
    await posted.bulk({ body: { ids: [row.id], act: 'trash' } })
    expect(await listTitles('바뀐')).toEqual([])
    await posted.bulk({ body: { ids: [row.id], act: 'restore' } })
    expect(await listTitles('바뀐')).toEqual(['바뀐 제목'])
    await database().delete(posts)
    expect(await listTitles('바뀐')).toEqual([])
  })

  it('is grouped by kind; a single kind is paged and counted up to a limit', async () => {
    const { context } = bench.api
    await buildLawyer(context, { key: 'kim', title: { ko: '김하자' }, titleEn: 'Kim Haja' })
    await buildOffice(context, { key: 'seoul', title: { ko: '하자 사무소' } })
    await buildPost(context, { code: 'project', texts: { ko: postText({ subject: '하자 사례' }) } })
    for (let count = 1; count <= 23; count += 1)
      await buildStory(`하자 소식 ${count}`, { publishFrom: inHours(-count) })
    const all = await searchFor({ q: '하자' })
    expect(all.groups.map(({ kind, total, results }) => [kind, total, results.length])).toEqual([
      ['lawyer', 1, 1],
      ['project', 1, 1],
      ['story', 23, 5],
      ['office', 1, 1],
    ])
    expect(all.groups[0]?.results[0]).toMatchObject({ path: '/introduction/lawyer/kim', date: null, lang: 'ko' })
    const second = await searchFor({ q: '하자', kind: 'story', page: 2 })
    expect(second.groups.map(({ total, results }) => [total, results.map(({ title }) => title)])).toEqual([
      [23, ['하자 소식 21', '하자 소식 22', '하자 소식 23']],
    ])
    expect((await searchFor({ q: '하자', kind: 'story', page: 9 })).groups).toMatchObject([{ total: 23, results: [] }])
    expect(await listTitles('haja')).toEqual(['김하자'])
  })

  it('is in the requested language, or in Korean if not translated', async () => {
    await buildPost(bench.api.context, {
      texts: {
        ko: postText({ subject: '지하 누수' }),
        en: postText({ subject: 'Leak in the basement', publishFrom: inHours(-2), publishTo: inHours(1) }),
      },
    })
    await buildStory('누수 소식')
    expect(await listTitles('누수', 'en')).toEqual(['누수 소식'])
    expect(await listTitles('누수', 'cn')).toEqual(expect.arrayContaining(['누수 소식', '지하 누수']))
    expect((await searchFor({ q: 'basement' }, 'en')).groups[0]?.results[0]?.lang).toBe('en')
    expect(await listTitles('basement')).toEqual([])
    bench.api.clock.forward(2 * hour)
    expect(await listTitles('누수', 'en')).toEqual(expect.arrayContaining(['누수 소식', '지하 누수']))
    expect(await listTitles('basement', 'en')).toEqual([])
  })
})

describe('without results for all words', () => {
  it.each([
    ['누수가', '누수', ['지하 누수를 찾다']],
    ['주차장 누수', '누수', ['지하 누수를 찾다']],
    ['누쑤', '누수', ['지하 누수를 찾다']],
    ['지하에서 물이 새는 이유', '지하', ['지하 누수를 찾다']],
    ['벽이 갈라졌어요', '벽이 갈라지', ['벽이 갈라지는 집']],
    ['GKWK 누수', '누수', ['지하 누수를 찾다']],
  ])('%j returns results of the closest query, %j', async (q, nearest, found) => {
    await buildStory('지하 누수를 찾다', { publishFrom: inHours(-1) })
    await buildStory('벽이 갈라지는 집', { publishFrom: inHours(-2) })
    expect(await searchFor({ q })).toMatchObject({ nearest, swapped: null })
    expect(await listTitles(q)).toEqual(found)
  })

  it('runs few statements, however many words are dropped', async () => {
    await buildStory('지하 누수를 찾다')
    const querySpy = vi.spyOn(pg.Client.prototype, 'query')
    expect(await searchFor({ q: '없는말 다른말 또다른말 넷째말 다섯째말 누수' })).toMatchObject({ nearest: '누수' })
    expect(querySpy.mock.calls.length).toBeLessThanOrEqual(9)
    querySpy.mockRestore()
  })

  it('returns nothing for an unlike query, nor for a single kind', async () => {
    await buildStory('지하 누수를 찾다')
    expect(await searchFor({ q: '전혀다른말' })).toMatchObject({ groups: [], nearest: null })
    expect(await searchFor({ q: '주차장 누수', kind: 'story' })).toMatchObject({ groups: [], nearest: null })
  })
})

describe('the query', () => {
  it.each([
    [{ q: 'x'.repeat(101) }, 'q'],
    [{ q: '하자', kind: 'nothing' }, 'kind'],
    [{ q: '하자', page: '0' }, 'page'],
    [{ q: '하자', page: String(maxCounted) }, 'page'],
    [{ q: '하자', sort: 'x' }, 'sort'],
  ])('rejects %j with the name of the field', async (query, field) => {
    await expectRefusal(searchFor(query as never), 400, field)
  })
})

it('normalizes texts equally in the database and the application', async () => {
  const texts = fc
    .sample(
      fc.string({
        unit: fc.oneof(fc.constantFrom(...'하자 보수aA1É,.ㅎ\n保'), fc.string({ unit: 'binary', maxLength: 1 })),
        maxLength: 40,
      }),
      400,
    )
    .map((text) => text.replaceAll('\0', ''))
    .filter((text) => text.isWellFormed())
  const { rows } = await database().execute<{ key: string; initials: string }>(sql`
    SELECT search_key(text) AS key, extract_initial_consonants(search_key(text)) AS initials
    FROM jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) WITH ORDINALITY AS given (text, place) ORDER BY place`)
  expect(rows.map(({ key }) => key)).toEqual(texts.map(toSearchKey))
  expect(rows.map(({ initials }) => initials)).toEqual(texts.map((text) => initialsOf(toSearchKey(text))))
})

it('returns no result and no address of a disabled site', async () => {
  await buildStory('하자 소식')
  const switchFirm = (firm: boolean) =>
    buildSetting(bench.api.context, { modules: { firm, match: true, auction: true, shop: false } })
  await switchFirm(false)
  expect([await listTitles('하자'), (await client().addresses()).total]).toEqual([[], 0])
  await switchFirm(true)
  expect([await listTitles('하자'), (await client().addresses()).total]).toEqual([['하자 소식'], 1])
})

it('returns the addresses of published records with languages and pictures', async () => {
  const { context } = bench.api
  const picture = await buildPicture(context)
  await buildPost(context, {
    slug: 'first',
    thumb: picture,
    texts: { ko: postText({ publishFrom: inHours(-1) }), en: postText({ subject: 'First', publishFrom: inHours(-1) }) },
  })
  await buildStory('올 글', { publishFrom: inHours(1) })
  await buildOffice(context, { key: 'seoul' })
  const { addresses, total } = await client().addresses()
  expect(total).toBe(2)
  expect(addresses).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        path: '/story/first',
        locales: ['ko', 'en'],
        pictures: [expect.objectContaining({ _id: picture })],
      }),
      expect.objectContaining({ path: '/contact/seoul' }),
    ]),
  )
})
