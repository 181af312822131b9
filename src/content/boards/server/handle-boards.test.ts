import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { audit } from '#kit/audit/contract.ts'
import { buildPicture, form, pdf, picture } from '#test/files/sample-files.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type CacheRecorder, listenToCache } from '#test/server/record-notifications.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import type { Actor } from '#test/server/test-api.ts'
import { boards } from '../contract.ts'
import { buildBoard, buildPost, postInput, postText } from '../factory.ts'
import { posts } from '../table.ts'

const api = prepareTestApi()
let editor: Actor
let invalidations: CacheRecorder
beforeAll(async () => {
  editor = await api.actor(['console', 'console:boards', 'console:upload', 'console:audit'], { name: '한편집' })
  for (const code of ['news', 'project']) await buildBoard(api.context, code)
  invalidations = await listenToCache(api.database)
})
afterAll(() => invalidations.close())
beforeEach(() => invalidations.tags())
afterEach(() => api.services.database.delete(posts))

const client = () => api.client(boards, editor)
const create = async (overrides = {}) => (await client().create({ body: postInput(overrides) })).board
const getSubjects = (found: { boards: { texts: { ko: { subject: string } } }[] }) =>
  found.boards.map((post) => post.texts.ko.subject)

describe('post', () => {
  it('is created, read and updated per language, with audit entries', async () => {
    const thumb = await buildPicture(api.context)
    const board = await create({
      thumb,
      slug: 'first',
      category: 'guide',
      texts: { ko: postText({ subject: '처음' }) },
    })
    expect(board).toMatchObject({
      code: 'news',
      thumb: { _id: thumb, widths: [480, 960, 1440] },
      author: { _id: editor.userId, name: '한편집' },
      texts: { ko: { subject: '처음', state: 'published', publishFrom: expect.any(String), publishTo: null } },
      trashedAt: null,
      views: 0,
    })
    expect(Object.keys(board.texts)).toEqual(['ko'])
    const id = board._id

    const first = (
      await client().update({
        params: { id },
        body: { texts: { en: postText({ subject: 'First', state: 'draft' }) }, updatedAt: board.updatedAt },
      })
    ).board
    expect(first.texts).toMatchObject({ ko: { subject: '처음' }, en: { subject: 'First', state: 'draft' } })
    expect(first.thumb?._id).toBe(thumb)

    const second = (
      await client().update({
        params: { id },
        body: { pinned: true, texts: { en: null }, updatedAt: first.updatedAt },
      })
    ).board
    expect(second).toMatchObject({ pinned: true, slug: 'first' })
    expect(second.texts.en).toBeUndefined()

    const { lines } = await api.client(audit, editor).list({ query: { entity: 'boards', entityId: id } })
    expect(lines.map(({ action, actor }) => [action, actor])).toEqual([
      ['update', '한편집'],
      ['update', '한편집'],
      ['create', '한편집'],
    ])
    expect(lines[0]).toMatchObject({ before: { pinned: false }, after: { pinned: true } })
  })

  it('names the invalid field', async () => {
    const expectRefused = (body: object, fields: string[]) =>
      expect(client().create({ body: postInput(body) })).rejects.toMatchObject({
        status: 400,
        refusal: { fields: Object.fromEntries(fields.map((field) => [field, expect.any(String)])) },
      })
    await expectRefused({ code: 'nowhere' }, ['code'])
    await expectRefused({ slug: 'Not A Slug' }, ['slug'])
    await expectRefused({ thumb: api.clock.newId() }, ['thumb'])
    await expectRefused({ files: [api.clock.newId()] }, ['files.0'])
    await expectRefused({ texts: { ko: postText({ subject: ' ' }) } }, ['texts.ko.subject'])
    await expectRefused({ texts: { ko: postText(), en: { subject: 'x'.repeat(201) } } }, ['texts.en.subject'])
    const period = { publishFrom: '2026-01-02T00:00:00.000Z', publishTo: '2026-01-01T00:00:00.000Z' }
    await expectRefused({ texts: { ko: postText(period) } }, ['texts.ko.publishTo'])
    await expectRefused({ texts: { ko: postText({ publishTo: '2020-01-01T00:00:00.000Z' }) } }, ['texts.ko.publishTo'])
    await expectRefused({ texts: { ko: { subject: 'a', facts: { year: 1 } } } }, ['texts.ko.facts.year'])
    expect(await api.services.database.$count(posts)).toBe(0)
  })

  it('stores sanitized HTML and checks its length after sanitizing', async () => {
    const body =
      '<p onclick="x()">안녕<script>alert(1)</script></p><a href="javascript:alert(1)">a</a><img src="https://spy.example/x.png"><iframe src="//a"></iframe>'
    const { _id, texts } = await create({ texts: { ko: postText({ body }) } })
    expect(texts.ko.body).toBe('<p>안녕</p><a>a</a>')
    const { rows } = await api.services.database.execute<{ body: string }>('SELECT body FROM post_texts')
    expect(rows).toEqual([{ body: '<p>안녕</p><a>a</a>' }])
    await expectRefusal(create({ texts: { ko: postText({ body: '&'.repeat(60_000) }) } }), 400, 'texts.ko.body')
    expect((await client().list()).boards.map((post) => post._id)).toEqual([_id])
  })

  it('answers 409 for a slug in use on the board and frees the slug of a post in the trash', async () => {
    const first = await create({ slug: 'same' })
    await expect(create({ slug: 'same' })).rejects.toMatchObject({
      status: 409,
      refusal: { code: 'taken', fields: { slug: '이미 사용 중입니다.' } },
    })
    await create({ slug: 'same', code: 'project' })
    await client().remove({ params: { id: first._id } })
    const second = await create({ slug: 'same' })
    await expectRefusal(client().bulk({ body: { ids: [first._id], act: 'restore' } }), 409, 'slug')
    await client().update({ params: { id: second._id }, body: { slug: 'other', updatedAt: second.updatedAt } })
    expect(await client().bulk({ body: { ids: [first._id], act: 'restore' } })).toEqual({ changed: 1 })
  })

  it('moves to the trash and back; a repeated DELETE changes nothing', async () => {
    const { _id: id } = await create()
    await client().remove({ params: { id } })
    const { board } = await client().get({ params: { id } })
    expect(board.trashedAt).not.toBeNull()
    await client().remove({ params: { id } })
    expect((await client().get({ params: { id } })).board).toEqual(board)
    expect((await client().list()).total).toBe(0)
    expect((await client().list({ query: { trashed: 'true' } })).total).toBe(1)
    await client().bulk({ body: { ids: [id], act: 'restore' } })
    expect((await client().get({ params: { id } })).board.trashedAt).toBeNull()
    await expect(client().remove({ params: { id: api.clock.newId() } })).rejects.toMatchObject({ status: 404 })
  })
})

describe('bulk actions', () => {
  const runBulk = (ids: string[], name: 'publish' | 'hide' | 'trash' | 'restore' | 'destroy') =>
    client().bulk({ body: { ids, act: name } })
  const readState = async (id: string) => {
    const { texts } = (await client().get({ params: { id } })).board
    return [texts.ko.state, texts.en?.state]
  }

  it('publishes the Korean text only, hides all languages', async () => {
    const { _id: id } = await create({
      texts: { ko: postText({ state: 'draft' }), en: postText({ subject: 'First', state: 'draft' }) },
    })
    expect(await runBulk([id], 'publish')).toEqual({ changed: 1 })
    expect(await readState(id)).toEqual(['published', 'draft'])
    const { board } = await client().get({ params: { id } })
    await client().update({
      params: { id },
      body: { texts: { en: postText({ subject: 'First' }) }, updatedAt: board.updatedAt },
    })
    await runBulk([id], 'hide')
    expect(await readState(id)).toEqual(['hidden', 'hidden'])
    expect((await api.client(boards).published()).total).toBe(0)
  })

  it('deletes only posts in the trash and returns their number', async () => {
    const [keptPost, removedPost] = [await create(), await create()]
    await runBulk([removedPost._id], 'trash')
    expect(await runBulk([keptPost._id, removedPost._id, api.clock.newId()], 'destroy')).toEqual({ changed: 1 })
    expect(await runBulk([keptPost._id], 'restore')).toEqual({ changed: 0 })
    await expect(client().get({ params: { id: removedPost._id } })).rejects.toMatchObject({ status: 404 })
    expect((await client().list()).boards.map(({ _id }) => _id)).toEqual([keptPost._id])
  })

  it('makes the version in an open form stale', async () => {
    const board = await create()
    await runBulk([board._id], 'hide')
    await expect(
      client().update({ params: { id: board._id }, body: { pinned: true, updatedAt: board.updatedAt } }),
    ).rejects.toMatchObject({ status: 412 })
  })

  it('accepts 1 to 1,000 ids and known actions only', async () => {
    for (const body of [
      { ids: [], act: 'hide' },
      { ids: ['x'], act: 'hide' },
      { ids: [api.clock.newId()], act: 'burn' },
      { ids: Array.from({ length: 1001 }, () => api.clock.newId()), act: 'hide' },
    ])
      await expect(client().bulk({ body: body as never })).rejects.toMatchObject({ status: 400 })
  })
})

describe('list of posts', () => {
  it('pages, sorts, filters and searches on the server', async () => {
    const getFirstOfMonth = (date: number) => `2026-0${date}-01T00:00:00.000Z`
    await create({ texts: { ko: postText({ subject: '나비', publishFrom: getFirstOfMonth(1) }) } })
    await create({ texts: { ko: postText({ subject: '가을 100%', state: 'draft' }) }, category: 'guide' })
    await create({
      texts: { ko: postText({ subject: '다리', publishFrom: '2099-01-01T00:00:00.000Z' }) },
      code: 'project',
    })
    await create({
      texts: { ko: postText({ subject: '라일락', publishFrom: getFirstOfMonth(2), publishTo: getFirstOfMonth(3) }) },
    })
    await create({ texts: { ko: postText({ subject: '마루', state: 'hidden' }) } })
    const listSubjects = async (query: object) => getSubjects(await client().list({ query }))

    expect(await listSubjects({ sort: 'subject' })).toEqual(['가을 100%', '나비', '다리', '라일락', '마루'])
    expect(await listSubjects({ sort: '-subject', limit: 2, page: 2 })).toEqual(['다리', '나비'])
    expect(await listSubjects({})).toEqual(['마루', '라일락', '다리', '가을 100%', '나비'])
    expect(await listSubjects({ state: 'published' })).toEqual(['나비'])
    expect(await listSubjects({ state: 'draft' })).toEqual(['가을 100%'])
    expect(await listSubjects({ state: 'scheduled' })).toEqual(['다리'])
    expect(await listSubjects({ state: 'ended' })).toEqual(['라일락'])
    expect(await listSubjects({ state: 'hidden' })).toEqual(['마루'])
    expect(await listSubjects({ code: 'project' })).toEqual(['다리'])
    expect(await listSubjects({ category: 'guide' })).toEqual(['가을 100%'])
    expect(await listSubjects({ q: '0%' })).toEqual(['가을 100%'])
    expect(await listSubjects({ q: '%' })).toEqual(['가을 100%'])
    expect(await listSubjects({ q: '_' })).toEqual([])
    expect(await listSubjects({ author: editor.userId, limit: 1 })).toEqual(['마루'])
    expect(await listSubjects({ author: api.clock.newId() })).toEqual([])
    expect(await client().list({ query: { limit: 2 } })).toMatchObject({ total: 5, page: 1, limit: 2 })
  })

  it('keeps a stable order across pages for equal sort values', async () => {
    for (let count = 0; count < 7; count += 1) await buildPost(api.context)
    const slugs: string[] = []
    for (let page = 1; page <= 4; page += 1)
      slugs.push(...(await client().list({ query: { sort: 'views', limit: 2, page } })).boards.map(({ _id }) => _id))
    expect(new Set(slugs).size).toBe(7)
  })

  it('returns the boards with their number of posts', async () => {
    await create()
    const trashed = await create()
    await client().remove({ params: { id: trashed._id } })
    const { codes } = await client().codes()
    expect(codes.map(({ code, posts: amount }) => [code, amount])).toEqual([
      ['news', 1],
      ['project', 0],
    ])
  })
})

describe('uploads of a post', () => {
  it('set the cover and attach files with public URLs', async () => {
    const { _id: id, updatedAt } = await create()
    const { board } = await client().setThumb({ params: { id }, form: form('thumb', ['a.png', await picture('png')]) })
    expect(board.thumb).toMatchObject({ width: 40, formats: ['webp'] })
    expect(board.updatedAt > updatedAt).toBe(true)
    const { board: after } = await client().addFiles({
      params: { id },
      form: form('file', ['소개서.pdf', pdf()], ['b.png', await picture('png')]),
    })
    expect(after.files.map(({ name, mime }) => [name, mime])).toEqual([
      ['소개서.pdf', 'application/pdf'],
      ['b.png', 'image/png'],
    ])
    for (const { url } of after.files) expect((await api.request({ url })).statusCode).toBe(200)
  })

  it('are rejected for an unknown post and for a file kind that is not allowed', async () => {
    const id = api.clock.newId()
    const cover = form('thumb', ['a.png', await picture('png')])
    await expect(client().setThumb({ params: { id }, form: cover })).rejects.toMatchObject({ status: 404 })
    await expect(client().addFiles({ params: { id }, form: form('file', ['a.pdf', pdf()]) })).rejects.toMatchObject({
      status: 404,
    })
    const { _id } = await create()
    await expectRefusal(client().setThumb({ params: { id: _id }, form: form('thumb', ['a.pdf', pdf()]) }), 415, 'thumb')
  })

  it('store a picture for the text of a member', async () => {
    const member = api.client(boards, await api.actor([]))
    const { picture: uploaded } = await member.memberEditor({ form: form('photo', ['a.png', await picture('png')]) })
    expect((await api.request({ url: `/files/${uploaded._id}/${uploaded.widths[0]}.webp` })).statusCode).toBe(200)
    await expect(member.memberEditor({ form: form('photo', ['a.pdf', pdf()]) })).rejects.toMatchObject({ status: 415 })
    const stranger = api.client(boards, null)
    await expect(stranger.memberEditor({ form: form('photo', ['a.pdf', pdf()]) })).rejects.toMatchObject({
      status: 401,
    })
  })

  it('store a picture for the text in the editor', async () => {
    const { picture: uploaded } = await client().editor({ form: form('photo', ['a.png', await picture('png')]) })
    const body = `<figure><img src="/files/${uploaded._id}/40.webp" alt="균열" width="40" height="30"><figcaption>균열</figcaption></figure>`
    expect((await create({ texts: { ko: postText({ body }) } })).texts.ko.body).toBe(body.replace('30">', '30" />'))
    await expect(client().editor({ form: form('photo', ['a.pdf', pdf()]) })).rejects.toMatchObject({ status: 415 })
  })
})

describe('cache invalidation', () => {
  it('invalidates board and post on each visible change', async () => {
    const { _id: id } = await create()
    const post = `post:${id}`
    expect(await invalidations.tags()).toEqual(['board:news', post])
    const changePost = async (body: object) => {
      const { board } = await client().get({ params: { id } })
      await client().update({ params: { id }, body: { ...body, updatedAt: board.updatedAt } })
      return invalidations.tags()
    }
    expect(await changePost({ pinned: true })).toEqual(['board:news', post])
    expect(await changePost({ texts: { en: postText({ subject: 'First' }) } })).toEqual(['board:news', post])
    // The old address redirects to the new one.
    expect(await changePost({ code: 'project' })).toEqual(['board:news', 'board:project', post, 'redirects'])
    for (const act of ['hide', 'publish', 'trash', 'restore', 'trash', 'destroy'] as const) {
      await client().bulk({ body: { ids: [id], act } })
      expect([act, await invalidations.tags()]).toEqual([act, ['board:project', post]])
    }
  })

  it('invalidates nothing for a rejected change or a counted view', async () => {
    const { _id: id } = await create()
    await invalidations.tags()
    await expect(client().update({ params: { id }, body: { pinned: true } })).rejects.toMatchObject({ status: 400 })
    await expect(create({ code: 'nowhere' })).rejects.toMatchObject({ status: 400 })
    await api.services.database.update(posts).set({ views: 5 })
    expect(await invalidations.tags()).toEqual([])
  })
})

describe('filter by publication period', () => {
  const createPublishedFrom = async (subject: string, publishFrom: string) =>
    create({ texts: { ko: postText({ subject, publishFrom }) } })
  const findByPeriod = async (period: `${string}..${string}`) =>
    getSubjects(await client().list({ query: { period, sort: 'publishFrom' } }))

  it('finds posts by days in Seoul, both inclusive, with open ends', async () => {
    await createPublishedFrom('전날 밤', '2026-10-31T14:59:00.000Z')
    await createPublishedFrom('첫날 자정', '2026-10-31T15:00:00.000Z')
    await createPublishedFrom('끝날 밤', '2026-11-30T14:59:00.000Z')
    await createPublishedFrom('다음 날', '2026-11-30T15:00:00.000Z')
    await create({ texts: { ko: postText({ subject: '초안', state: 'draft' }) } })
    expect(await findByPeriod('2026-11-01..2026-11-30')).toEqual(['첫날 자정', '끝날 밤'])
    expect(await findByPeriod('2026-11-01..')).toEqual(['첫날 자정', '끝날 밤', '다음 날'])
    expect(await findByPeriod('..2026-10-31')).toEqual(['전날 밤'])
  })

  it.each(['2026-02-30..', '..', 'yesterday..', '2026-11-01..x'] as const)('rejects the period %s', async (period) => {
    await expectRefusal(findByPeriod(period), 400, 'period')
  })
})
