import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import type { Locale } from '#kit/contract.ts'
import { publicScope } from '#kit/server/context.ts'
import { buildPicture } from '#test/files/sample-files.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { boards } from '../contract.ts'
import { buildPost, postText } from '../factory.ts'
import { boards as boardTable, posts } from '../table.ts'

const api = prepareTestApi()
afterEach(() => api.services.database.delete(posts))

const listPublished = async (locale: Locale = 'ko', query = {}) =>
  (await api.client(boards, null, locale).published({ query })).boards
const listSubjects = async (locale: Locale = 'ko', query = {}) =>
  (await listPublished(locale, query)).map(({ subject }) => subject)

const inDays = (days: number) => new Date(api.clock.now().getTime() + days * 86_400_000).toISOString()

describe('public list of a board', () => {
  it('returns public fields only', async () => {
    const thumb = await buildPicture(api.context)
    const { id } = await buildPost(api.context, {
      thumb,
      category: 'guide',
      slug: 'the-slug',
      texts: { ko: postText({ subject: '승소', summary: '요약', facts: { households: 812, region: '인천' } }) },
    })
    const [post] = await listPublished()
    expect(post).toEqual({
      _id: id,
      code: 'news',
      category: 'guide',
      categoryTitle: null,
      slug: 'the-slug',
      pinned: false,
      thumb: expect.objectContaining({ _id: thumb }),
      subject: '승소',
      summary: '요약',
      facts: { households: 812, region: '인천' },
      lang: 'ko',
      publishedAt: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
  })

  it("names the category in the requested language, independent of the post's language", async () => {
    const guide = [{ key: 'guide', title: { ko: '해설', en: 'Guides' } }]
    await api.services.database.update(boardTable).set({ categories: guide }).where(eq(boardTable.code, 'news'))
    await buildPost(api.context, { category: 'guide', texts: { ko: postText({ subject: '하나' }) } })
    const readCategoryName = async (locale: Locale) =>
      (await listPublished(locale)).map(({ lang, categoryTitle }) => [lang, categoryTitle])
    expect(await readCategoryName('ko')).toEqual([['ko', '해설']])
    expect(await readCategoryName('en')).toEqual([['ko', 'Guides']])
    await api.services.database.update(boardTable).set({ categories: [] }).where(eq(boardTable.code, 'news'))
  })

  it('publishes each language separately and falls back to Korean with its `lang`', async () => {
    await buildPost(api.context, {
      texts: {
        ko: postText({ subject: '하나' }),
        en: postText({ subject: 'One' }),
        cn: postText({ subject: '一', state: 'draft' }),
      },
    })
    await buildPost(api.context, { texts: { ko: postText({ subject: '둘', publishFrom: inDays(-1) }) } })
    await buildPost(api.context, {
      texts: {
        ko: postText({ subject: '셋', state: 'draft' }),
        en: postText({ subject: 'Three', publishFrom: inDays(-2) }),
      },
    })
    const listSubjectsWithLang = async (locale: Locale) =>
      (await listPublished(locale)).map(({ subject, lang }) => [subject, lang])
    expect(await listSubjectsWithLang('ko')).toEqual([
      ['하나', 'ko'],
      ['둘', 'ko'],
    ])
    expect(await listSubjectsWithLang('en')).toEqual([
      ['One', 'en'],
      ['둘', 'ko'],
      ['Three', 'en'],
    ])
    expect(await listSubjectsWithLang('cn')).toEqual([
      ['하나', 'ko'],
      ['둘', 'ko'],
    ])
  })

  it('lists pinned posts first, then the newest, or sorts as requested', async () => {
    for (const [subject, days, pinned] of [
      ['셋', -3, false],
      ['하나', -9, true],
      ['둘', -1, false],
    ] as const)
      await buildPost(api.context, { pinned, texts: { ko: postText({ subject, publishFrom: inDays(days) }) } })
    expect(await listSubjects()).toEqual(['하나', '둘', '셋'])
    expect(await listSubjects('ko', { sort: 'publishedAt' })).toEqual(['하나', '셋', '둘'])
    expect(await listSubjects('ko', { limit: 1, page: 2 })).toEqual(['둘'])
  })

  it('filters by board and category and searches literally, ignoring case', async () => {
    await buildPost(api.context, { category: 'guide', texts: { ko: postText({ subject: 'LH 아파트 100% 배상' }) } })
    await buildPost(api.context, { code: 'project', texts: { ko: postText({ subject: '인천 812세대' }) } })
    expect(await listSubjects('ko', { code: 'project' })).toEqual(['인천 812세대'])
    expect(await listSubjects('ko', { category: 'guide', q: 'lh' })).toEqual(['LH 아파트 100% 배상'])
    expect(await listSubjects('ko', { category: 'other' })).toEqual([])
    expect(await listSubjects('ko', { q: '10_%' })).toEqual([])
    expect(await listSubjects('ko', { code: 'nowhere' })).toEqual([])
  })

  it('follows the visible period and expires at its next change', async () => {
    await buildPost(api.context, {
      texts: { ko: postText({ subject: '내일부터', publishFrom: inDays(1), publishTo: inDays(2) }) },
    })
    await buildPost(api.context, { texts: { ko: postText({ subject: '언제나', publishFrom: inDays(-1) }) } })
    const untils: number[] = []
    const readWithTags = async () => {
      const scope = publicScope('ko')
      const { boards: found } = await api.kernel.client(boards, scope).published()
      untils.push(Math.round((scope.until - api.clock.now().getTime()) / 3_600_000))
      expect(scope.tags).toContain('board:news')
      return found.map(({ subject }) => subject)
    }
    expect(await readWithTags()).toEqual(['언제나'])
    api.clock.forward(86_400_000)
    expect(await readWithTags()).toEqual(['내일부터', '언제나'])
    api.clock.forward(86_400_000)
    expect(await readWithTags()).toEqual(['언제나'])
    expect(untils).toEqual([24, 24, Number.POSITIVE_INFINITY])
  })

  it('omits posts in the trash, hidden posts and drafts', async () => {
    await buildPost(api.context, { trashedAt: api.clock.now() })
    for (const state of ['draft', 'hidden'] as const)
      await buildPost(api.context, { texts: { ko: postText({ state }) } })
    expect(await api.client(boards).published()).toEqual({ boards: [], total: 0, page: 1, limit: 20 })
  })

  it('counts the visible posts only', async () => {
    for (let count = 0; count < 5; count += 1)
      await buildPost(api.context, { texts: { ko: postText({ state: count < 3 ? 'published' : 'draft' }) } })
    expect(await api.client(boards).published({ query: { limit: 2 } })).toMatchObject({ total: 3, limit: 2 })
  })
})
