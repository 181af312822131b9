import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { boards as contract } from '#content/boards/contract.ts'
import { buildBoard, buildPost, postText } from '#content/boards/factory.ts'
import { boards, posts } from '#content/boards/table.ts'
import type { Locale } from '#kit/contract.ts'
import { Context, publicScope } from '#kit/server/context.ts'
import { formatSeoulDay } from '#kit/time/seoul-day.ts'
import { buildPicture } from '#test/files/sample-files.ts'
import { createBarrier } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type CacheRecorder, listenToCache } from '#test/server/record-notifications.ts'
import { reading } from '../contract.ts'
import { postViews } from '../table.ts'

const api = prepareTestApi()
let invalidations: CacheRecorder
beforeAll(async () => {
  for (const code of ['news', 'project']) await buildBoard(api.context, code)
  invalidations = await listenToCache(api.database)
})
afterAll(() => invalidations.close())
beforeEach(() => invalidations.tags())
afterEach(() => api.services.database.delete(posts))

const inDays = (days: number) => new Date(api.clock.now().getTime() + days * 86_400_000).toISOString()
const readArticle = async (id: string, query = {}, locale: Locale = 'ko') =>
  (await api.client(reading, null, locale).article({ params: { id }, query })).board
const refused = { status: 404, refusal: { code: 'not_found' } }

describe('article', () => {
  it('is found by id and by slug, in the requested language', async () => {
    const picture = await buildPicture(api.context)
    const { id } = await buildPost(api.context, {
      slug: 'the-slug',
      files: [picture],
      texts: {
        ko: postText({ subject: '누수', body: '<p>본문<script>x</script></p>' }),
        en: postText({ subject: 'A leak', body: '<p>Text</p>' }),
      },
    })
    expect(await readArticle(id)).toMatchObject({ _id: id, subject: '누수', body: '<p>본문</p>', lang: 'ko', views: 0 })
    expect(await readArticle('the-slug', {}, 'en')).toMatchObject({ _id: id, subject: 'A leak', lang: 'en' })
    expect(await readArticle(id, {}, 'cn')).toMatchObject({ subject: '누수', lang: 'ko' })
    // An attached picture is in the gallery, not among the files.
    expect(await readArticle(id)).toMatchObject({ pictures: [{ _id: picture }], files: [] })
    expect(Object.keys(await readArticle(id))).not.toContain('author')
  })

  it('answers 404 for a draft, hidden, in the trash, on another board, scheduled or ended', async () => {
    const drafts = await Promise.all(
      (['draft', 'hidden'] as const).map((state) => buildPost(api.context, { texts: { ko: postText({ state }) } })),
    )
    const others = [
      await buildPost(api.context, { trashedAt: api.clock.now(), slug: 'gone' }),
      await buildPost(api.context, { texts: { ko: postText({ publishFrom: inDays(1) }) } }),
      await buildPost(api.context, { texts: { ko: postText({ publishFrom: inDays(-2), publishTo: inDays(-1) }) } }),
    ]
    for (const { id } of [...drafts, ...others]) {
      await expect(readArticle(id)).rejects.toMatchObject(refused)
      await expect(api.client(reading).view({ params: { id } })).rejects.toMatchObject(refused)
    }
    await expect(readArticle('gone')).rejects.toMatchObject(refused)
    await expect(readArticle('no-such-post')).rejects.toMatchObject(refused)
    const { id } = await buildPost(api.context, { code: 'project', slug: 'of-projects' })
    await expect(readArticle(id, { code: 'news' })).rejects.toMatchObject(refused)
    await expect(readArticle('of-projects')).rejects.toMatchObject(refused)
    expect(await readArticle('of-projects', { code: 'project' })).toMatchObject({ _id: id })
  })

  it('rejects an invalid id or slug', async () => {
    for (const id of ['UPPER', "x' OR 1=1", 'a'.repeat(90), '%00'])
      await expect(readArticle(id)).rejects.toMatchObject({ status: 400, refusal: { code: 'invalid' } })
    await expect(readArticle('slug', { unknown: 1 })).rejects.toMatchObject({ status: 400 })
  })

  it('includes neighbors by date, ignoring pins, and related posts of its category', async () => {
    for (const [slug, days, category, pinned] of [
      ['oldest', -9, 'guide', true],
      ['older', -5, 'ruling', false],
      ['middle', -4, 'guide', false],
      ['newer', -3, 'site', false],
      ['newest', -2, 'site', false],
    ] as const)
      await buildPost(api.context, { slug, category, pinned, texts: { ko: postText({ publishFrom: inDays(days) }) } })
    await buildPost(api.context, { slug: 'to-come', texts: { ko: postText({ publishFrom: inDays(3) }) } })
    const middle = await readArticle('middle')
    expect([middle.previous?.slug, middle.next?.slug]).toEqual(['older', 'newer'])
    expect(middle.related.map(({ slug }) => slug)).toEqual(['oldest', 'newest', 'newer'])
    expect((await readArticle('oldest')).previous).toBeNull()
    expect((await readArticle('newest')).next).toBeNull()
  })

  it('sets cache tags and the time of its next change', async () => {
    const { id } = await buildPost(api.context, { slug: 'tagged' })
    await buildPost(api.context, { slug: 'tomorrow', texts: { ko: postText({ publishFrom: inDays(1) }) } })
    const readWithTags = async (slug: string) => {
      const scope = publicScope('ko')
      await api.kernel
        .client(reading, scope)
        .article({ params: { id: slug } })
        .catch(() => undefined)
      return scope
    }
    const scope = await readWithTags('tagged')
    expect([...scope.tags]).toEqual(expect.arrayContaining(['board:news', `post:${id}`]))
    expect(Math.round((scope.until - api.clock.now().getTime()) / 3_600_000)).toBe(24)
    // The cached 404 expires when the post becomes visible.
    expect(Math.round(((await readWithTags('tomorrow')).until - api.clock.now().getTime()) / 3_600_000)).toBe(24)
  })
})

describe('filter options of a list', () => {
  const buildFacts = (overrides: object) => ({
    households: 812,
    service: '하자 소송',
    region: '인천',
    year: 2024,
    ...overrides,
  })
  beforeEach(async () => {
    await api.services.database
      .update(boards)
      .set({ categories: [{ key: 'building', title: { ko: '하자', en: 'Defects' } }] })
      .where(eq(boards.code, 'project'))
    const buildTranslatedPost = (own: object, en?: object, category = 'building') =>
      buildPost(api.context, {
        code: 'project',
        category,
        texts: {
          ko: postText({ facts: buildFacts(own) }),
          ...(en && { en: postText({ facts: buildFacts({ ...own, ...en }) }) }),
        },
      })
    await buildTranslatedPost({}, { service: 'Defects litigation', region: 'Incheon' })
    await buildTranslatedPost({ year: 2026, households: 2000 })
    await buildTranslatedPost({ service: '조합 자문', households: 0, region: '광주' }, undefined, 'none')
    await buildPost(api.context, {
      code: 'project',
      texts: { ko: postText({ state: 'draft', facts: buildFacts({}) }) },
    })
  })
  const readChoices = async (locale: Locale) =>
    (await api.client(reading, null, locale).choices({ query: { code: 'project' } })).choices

  it('are counted over visible posts and named in the requested language', async () => {
    expect(await readChoices('ko')).toEqual({
      total: 3,
      categories: [{ value: 'building', title: '하자', lang: 'ko', posts: 2 }],
      services: [
        { value: '하자 소송', title: '하자 소송', lang: 'ko', posts: 2 },
        { value: '조합 자문', title: '조합 자문', lang: 'ko', posts: 1 },
      ],
      regions: [
        { value: '인천', title: '인천', lang: 'ko', posts: 2 },
        { value: '광주', title: '광주', lang: 'ko', posts: 1 },
      ],
      years: [
        { value: 2026, posts: 1 },
        { value: 2024, posts: 2 },
      ],
      households: [
        { value: '500-999', posts: 1 },
        { value: '2000-', posts: 1 },
      ],
    })
    expect((await readChoices('en')).services).toEqual([
      { value: '하자 소송', title: 'Defects litigation', lang: 'en', posts: 2 },
      { value: '조합 자문', title: '조합 자문', lang: 'ko', posts: 1 },
    ])
  })

  it('match the number of filtered posts in every language', async () => {
    const countArticles = async (query: object, locale: Locale = 'ko') =>
      (await api.client(contract, null, locale).published({ query: { code: 'project', ...query } })).total
    for (const locale of ['ko', 'en'] as const) {
      const { categories, services, regions, years, households } = await readChoices(locale)
      for (const { value, posts: amount } of categories)
        expect(await countArticles({ category: value }, locale)).toBe(amount)
      for (const { value, posts: amount } of services)
        expect(await countArticles({ service: value }, locale)).toBe(amount)
      for (const { value, posts: amount } of regions)
        expect(await countArticles({ region: value }, locale)).toBe(amount)
      for (const { value, posts: amount } of years) expect(await countArticles({ year: value }, locale)).toBe(amount)
      for (const { value, posts: amount } of households)
        expect(await countArticles({ households: value }, locale)).toBe(amount)
    }
    expect(await countArticles({ service: '하자 소송', year: 2026 })).toBe(1)
    expect(await countArticles({ households: '1-499' })).toBe(0)
    await expect(countArticles({ households: '7' })).rejects.toMatchObject({ status: 400 })
    await expect(countArticles({ year: 'soon' })).rejects.toMatchObject({ status: 400 })
  })

  it('are empty without posts', async () => {
    const { choices: none } = await api.client(reading).choices({ query: { code: 'nowhere' } })
    expect(none).toEqual({ total: 0, categories: [], services: [], regions: [], years: [], households: [] })
  })
})

describe('search', () => {
  it('requires every word in the displayed text, including the body but not its tags', async () => {
    await buildPost(api.context, {
      slug: 'one',
      texts: {
        ko: postText({ subject: '지하주차장', body: '<table><tr><td>백태가 물길을 만든다</td></tr></table>' }),
        en: postText({ subject: 'Car park', body: '<p>White deposits</p>' }),
      },
    })
    const findSlugs = async (q: string, locale: Locale = 'ko') =>
      (await api.client(contract, null, locale).published({ query: { q } })).total
    expect(await findSlugs('물길 지하')).toBe(1)
    expect(await findSlugs('물길 지상')).toBe(0)
    expect(await findSlugs('table')).toBe(0)
    expect(await findSlugs('deposits', 'en')).toBe(1)
    // The search ignores Korean text that an English reader does not see.
    expect(await findSlugs('물길', 'en')).toBe(0)
    expect(await findSlugs('물길', 'cn')).toBe(1)
  })
})

describe('view', () => {
  /** Calls the handler in process as a visitor with this address and browser: the rate limit applies to HTTP only. */
  const buildVisitor = (address: string, device = 'browser') =>
    api.kernel.client(reading, { ...publicScope('ko'), address, device })
  const countView = (id: string, address: string, device?: string) =>
    buildVisitor(address, device)
      .view({ params: { id } })
      .then(({ views }) => views)

  it('counts once per visitor and day in Seoul', async () => {
    const { id } = await buildPost(api.context)
    expect(await countView(id, '10.0.0.1')).toBe(1)
    expect(await countView(id, '10.0.0.1')).toBe(1)
    expect(await countView(id, '10.0.0.1', 'another')).toBe(2)
    expect(await countView(id, '10.0.0.2')).toBe(3)
    api.clock.forward(86_400_000)
    expect(await countView(id, '10.0.0.1')).toBe(4)
    expect((await readArticle(id)).views).toBe(4)
  })

  it('neither invalidates the cache nor changes the version of the post', async () => {
    const { id, updatedAt } = await buildPost(api.context)
    await invalidations.tags()
    await countView(id, '10.0.1.1')
    expect(await invalidations.tags()).toEqual([])
    const [row] = await api.services.database.select().from(posts).where(eq(posts.id, id))
    expect([row?.views, row?.updatedAt]).toEqual([1, updatedAt])
  })

  it('stores no address and deletes earlier days', async () => {
    const { id } = await buildPost(api.context)
    for (const address of ['10.0.2.1', '10.0.2.2']) await countView(id, address)
    const listViewRows = () => api.services.database.select().from(postViews)
    for (const { visitor: hash } of await listViewRows()) expect(hash.toString('latin1')).not.toContain('10.0.2')
    api.clock.forward(86_400_000)
    await countView(id, '10.0.2.1')
    expect((await listViewRows()).map(({ day }) => day)).toEqual([formatSeoulDay(api.clock.now())])
  })

  it('rejects an unknown post and too many requests', async () => {
    await expect(api.client(reading).view({ params: { id: 'slug' } })).rejects.toMatchObject({ status: 400 })
    const { id } = await buildPost(api.context)
    const statuses: number[] = []
    for (let count = 0; count < 61; count += 1)
      statuses.push((await api.request({ method: 'POST', url: `/api/v1/boards/${id}/views` })).statusCode)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(50)
    expect(statuses.at(-1)).toBe(429)
  })

  describe('concurrent views', () => {
    const visitors = 48
    const presses = 2
    /** Every visitor views the post twice, all at the same time. */
    const countConcurrently = (id: string, count: (id: string, address: string) => Promise<unknown>) =>
      Promise.all(Array.from({ length: visitors * presses }, (_, at) => count(id, `10.1.0.${at % visitors}`)))
    const readViews = async (id: string) =>
      (await api.services.database.select().from(posts).where(eq(posts.id, id)))[0]?.views

    it('are counted exactly', async () => {
      const { id } = await buildPost(api.context)
      await countConcurrently(id, countView)
      expect(await readViews(id)).toBe(visitors)
    })

    it('are lost and doubled by the naive version (read, decide, write)', { tags: ['deep'] }, async () => {
      const { id } = await buildPost(api.context)
      const { database } = new Context(api.services, publicScope('ko'))
      const seen: { id: string; address: string }[] = []
      const haveLooked = createBarrier(visitors * presses)
      await countConcurrently(id, async (post, address) => {
        const [row] = await database.select().from(posts).where(eq(posts.id, post))
        const { rows } = await database.execute(
          sql`SELECT FROM post_views WHERE post_id = ${post} AND visitor = convert_to(${address}, 'UTF8')`,
        )
        await haveLooked()
        if (rows.length > 0) return
        seen.push({ id: post, address })
        await database
          .update(posts)
          .set({ views: (row?.views ?? 0) + 1 })
          .where(eq(posts.id, post))
        await database.execute(
          sql`INSERT INTO post_views VALUES (${post}, current_date, convert_to(${address}, 'UTF8')) ON CONFLICT DO NOTHING`,
        )
      })
      expect(seen.length).toBeGreaterThan(visitors)
      expect(await readViews(id)).not.toBe(visitors)
    })
  })
})
