// @module-tag deep
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { boards } from '#content/boards/contract.ts'
import { buildPost, postText } from '#content/boards/factory.ts'
import { posts } from '#content/boards/table.ts'
import { buildSection } from '#content/pages/factory.ts'
import { reading } from '#content/reading/contract.ts'
import { getCardLink } from '#content/site/social-cards/social-card.ts'
import { lawyers } from '#firm/lawyers/contract.ts'
import { buildLawyer } from '#firm/lawyers/factory.ts'
import { buildOffice } from '#firm/offices/factory.ts'
import { buildPractice } from '#firm/practices/factory.ts'
import { type Locale, locales } from '#kit/contract.ts'
import { openPool } from '#kit/db/pool.ts'
import { media } from '#kit/files/contract.ts'
import { buildTerms } from '#people/terms/factory.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { form, picture } from '#test/files/sample-files.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { createServer, mountApi } from '../../../app.ts'
import { cardPages, createStoryCard } from './firm-cards.ts'

/** Number of draws, and an optional replacement of the drawing. */
const drawing = vi.hoisted(() => ({ times: 0, instead: undefined as (() => Promise<Buffer>) | undefined }))
vi.mock('../../../content/site/social-cards/draw-card.ts', async (original) => {
  const actual = await original<typeof import('../../../content/site/social-cards/draw-card.ts')>()
  return {
    ...actual,
    drawCard: (...parameters: Parameters<typeof actual.drawCard>) => {
      drawing.times += 1
      return drawing.instead?.() ?? actual.drawCard(...parameters)
    },
  }
})

const firm = '법무법인 대청'
const api = prepareTestApi()
let editor: Actor
beforeAll(async () => {
  editor = await api.actor(['console', 'console:media', 'console:boards', 'console:lawyers', 'console:upload'])
  await buildSetting(api.context, { name: { ko: firm, en: 'Daecheong Law', cn: '大青律师事务所' } })
})

const getCardFolder = () => join(api.services.settings.dataDirectory, 'cards')
beforeEach(async () => {
  drawing.times = 0
  drawing.instead = undefined
  await api.services.database.delete(posts)
  await rm(getCardFolder(), { recursive: true, force: true })
})

const getUrl = (url: string, headers = {}) => api.request({ method: 'GET', url, headers })

/** Returns the card link of a story page, like its loader. */
const readCardLink = async (slug: string, locale: Locale = 'ko') => {
  const { board } = await api.client(reading, null, locale).article({ params: { id: slug }, query: { code: 'news' } })
  const name = { ko: firm, en: 'Daecheong Law', cn: '大青律师事务所' }[locale]
  return getCardLink(createStoryCard(locale, board, name))
}

const buildStory = (slug: string, subject = '하자보수 보증금 청구 소송', more = {}) =>
  buildPost(api.context, { slug, texts: { ko: postText({ subject }) }, ...more })

const uploadPicture = async (width: number, height: number) => {
  const bytes = await picture('png', width, height)
  const { medium } = await api.client(media, editor).upload({ form: form('file', ['a.png', bytes]) })
  return medium._id
}

/** Returns red, green and blue of a pixel. */
const readPixel = async (body: Buffer, left: number, top: number) => [
  ...(await sharp(body).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
]
const closeToColor = (colour: readonly number[]) => colour.map((part) => expect.closeTo(part, -1.2))
const paperColor = closeToColor([247, 243, 236])
/** Color of `picture()` in test/files/sample-files.ts. */
const ochre = closeToColor([180, 120, 60])

const checkPicture = async (url: string) => {
  const answer = await getUrl(url)
  expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([url, 200, 'image/jpeg'])
  const { format, width, height } = await sharp(answer.rawPayload).metadata()
  expect([format, width, height]).toEqual(['jpeg', 1200, 630])
  expect(answer.rawPayload.length).toBeLessThanOrEqual(150_000)
  return answer
}

it('serves a card of 1200 × 630 px for every kind of page in three languages', { tags: ['deep'] }, async () => {
  await buildSection(api.context, { page: 'center', kind: 'blocks' })
  const { key: practice } = await buildPractice(api.context)
  const { key: office } = await buildOffice(api.context)
  const { key: lawyer } = await buildLawyer(api.context, { practices: [practice] })
  await buildTerms(api.context, { code: 'privacy', effectiveAt: '2026-01-01T00:00:00Z' })
  await buildStory('a-story')
  await buildPost(api.context, { slug: 'a-project', code: 'project' })
  const records = [`practice/${practice}`, `office/${office}`, `lawyer/${lawyer}`, 'terms/privacy']
  const pages = cardPages.map((page) => `page/${page}`)
  const digests = new Set<string>()
  for (const locale of locales)
    for (const name of [...records, 'story/a-story', 'project/a-project', ...pages])
      digests.add(String((await checkPicture(`/og/${locale}/${name}.jpg`)).headers.etag))
  expect(digests.size).toBe(3 * (6 + cardPages.length))
})

describe('text card', () => {
  it('depends on its text only and has the same bytes on every machine', async () => {
    await buildStory('one', '첫째 소식')
    await buildStory('two', '둘째 소식')
    const [one, two] = [await checkPicture('/og/ko/story/one.jpg'), await checkPicture('/og/ko/story/two.jpg')]
    expect(one.rawPayload.equals(two.rawPayload)).toBe(false)
    await rm(getCardFolder(), { recursive: true })
    expect((await getUrl('/og/ko/story/one.jpg')).rawPayload.equals(one.rawPayload)).toBe(true)
    expect(drawing.times).toBe(3)
  })

  it('can be drawn for any title', async () => {
    const titles = [
      '🎉',
      '가',
      'a'.repeat(100),
      '가'.repeat(100),
      '“인용” & <b>굵게</b>',
      '债权 让渡 A/S 0.3 mm — ½',
      ',,,,,,,,,,,,,,,,',
    ]
    for (const [at, title] of titles.entries()) {
      await buildStory(`any-${at}`, title)
      await checkPicture(`/og/ko/story/any-${at}.jpg`)
    }
  })
})

describe("card with a record's picture", () => {
  it('is filled by the cover; a portrait is placed beside the text', async () => {
    await buildStory('wide', '제목', { thumb: await uploadPicture(1500, 1000) })
    await buildStory('upright', '제목', { thumb: await uploadPicture(800, 1200) })
    await buildStory('none', '제목')
    const readPixelAt = async (slug: string, left: number) =>
      readPixel((await checkPicture(`/og/ko/story/${slug}.jpg`)).rawPayload, left, 300)
    expect([await readPixelAt('wide', 30), await readPixelAt('wide', 1100)]).toEqual([ochre, ochre])
    expect([await readPixelAt('upright', 30), await readPixelAt('upright', 1100)]).toEqual([paperColor, ochre])
    expect(await readPixelAt('none', 30)).toEqual(paperColor)
  })

  it('shows a portrait beside the text of a profile and changes with it', async () => {
    const { key, id } = await buildLawyer(api.context)
    const before = await checkPicture(`/og/ko/lawyer/${key}.jpg`)
    const bytes = await picture('png', 800, 1000)
    await api.client(lawyers, editor).setImage({ params: { id }, form: form('image', ['a.png', bytes]) })
    const after = await checkPicture(`/og/ko/lawyer/${key}.jpg`)
    expect(after.headers.etag).not.toBe(before.headers.etag)
    expect([await readPixel(after.rawPayload, 30, 300), await readPixel(after.rawPayload, 1100, 300)]).toEqual([
      paperColor,
      ochre,
    ])
  })

  it('is drawn without a picture whose file is missing', async () => {
    const thumb = await uploadPicture(1500, 1000)
    await buildStory('lost', '제목', { thumb })
    await api.services.files.remove(thumb)
    expect(await readPixel((await checkPicture('/og/ko/story/lost.jpg')).rawPayload, 30, 300)).toEqual(paperColor)
  })

  it.each(['wide', 'upright'])('is drawn without a damaged %s picture', async (shape) => {
    const [width, height] = shape === 'wide' ? [1500, 1000] : [800, 1200]
    for (const [at, bytes] of [Buffer.from('no picture'), (await picture('webp', 64, 64)).subarray(0, 60)].entries()) {
      const thumb = await uploadPicture(width, height)
      const stored = await readdir(join(api.services.settings.dataDirectory, 'files'), { recursive: true })
      const variants = stored.filter((path) => path.includes(thumb) && path.endsWith('.webp'))
      expect(variants.length).toBeGreaterThan(0)
      for (const path of variants) await api.services.files.put(`${thumb}/${basename(path)}`, bytes)
      await buildStory(`broken-${at}`, '제목', { thumb })
      expect(await readPixel((await checkPicture(`/og/ko/story/broken-${at}.jpg`)).rawPayload, 30, 300)).toEqual(
        paperColor,
      )
    }
  })

  it('labels the project pictures of a demonstration', async () => {
    await buildPost(api.context, { slug: 'a-project', code: 'project', thumb: await uploadPicture(1500, 1000) })
    const setDemonstration = async (demonstration: boolean) => {
      await buildSetting(api.context, { name: { ko: firm }, demonstration })
      return readPixel((await checkPicture('/og/ko/project/a-project.jpg')).rawPayload, 1172, 575)
    }
    expect(await setDemonstration(false)).toEqual(ochre)
    expect(await setDemonstration(true)).not.toEqual(ochre)
  })
})

it('redraws a stored card that is damaged', async () => {
  await buildStory('a-story')
  const { rawPayload } = await checkPicture('/og/ko/story/a-story.jpg')
  const [file = ''] = await readdir(getCardFolder())
  const path = join(getCardFolder(), file)
  const fileBytes = await readFile(path)
  const bent = Buffer.from(fileBytes)
  bent[bent.length - 9] = (bent.at(-9) ?? 0) ^ 1
  for (const broken of [
    Buffer.alloc(0),
    fileBytes.subarray(0, -20),
    bent,
    Buffer.from('{"version":1}\n'),
    Buffer.from('null\n'),
  ]) {
    drawing.times = 0
    await writeFile(path, broken)
    expect((await checkPicture('/og/ko/story/a-story.jpg')).rawPayload.equals(rawPayload)).toBe(true)
    expect(drawing.times).toBe(1)
  }
})

describe('URL of a card', () => {
  it('is cached for a year in its current version; other versions for minutes, without drawing', async () => {
    await buildStory('a-story')
    const { address } = await readCardLink('a-story')
    expect((await checkPicture(address)).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const [path = ''] = address.split('?')
    for (const invented of [path, `${path}?v=1`, `${path}?v=2&v=3`, `${path}?w=${'x'.repeat(300)}`])
      expect((await checkPicture(invented)).headers['cache-control']).toBe('public, max-age=300')
    expect(drawing.times).toBe(1)
    expect(await readdir(getCardFolder())).toHaveLength(1)
  })

  it('changes with the content of the record, per language', async () => {
    const { id, updatedAt } = await buildPost(api.context, {
      slug: 'a-story',
      texts: { ko: postText({ subject: '처음 제목' }), en: postText({ subject: 'A title' }) },
    })
    const before = await readCardLink('a-story')
    const english = await readCardLink('a-story', 'en')
    const first = await checkPicture(before.address)
    await api.client(boards, editor).update({
      params: { id },
      body: {
        texts: { ko: postText({ subject: '고친 제목' }), en: postText({ subject: 'A title' }) },
        updatedAt: updatedAt.toISOString(),
      } as never,
    })
    const after = await readCardLink('a-story')
    expect([after.address === before.address, after.alt]).toEqual([false, '고친 제목'])
    expect((await readCardLink('a-story', 'en')).address).toBe(english.address)
    const second = await checkPicture(after.address)
    expect(second.rawPayload.equals(first.rawPayload)).toBe(false)
    const old = await checkPicture(before.address)
    expect([old.headers['cache-control'], old.headers.etag]).toEqual(['public, max-age=300', second.headers.etag])
  })

  it('answers 304 for a matching ETag, and HEAD without body', async () => {
    await buildStory('a-story')
    const { headers } = await checkPicture('/og/ko/story/a-story.jpg')
    const again = await getUrl('/og/ko/story/a-story.jpg', { 'if-none-match': headers.etag })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    expect((await getUrl('/og/ko/story/a-story.jpg', { 'if-none-match': '"another"' })).statusCode).toBe(200)
    const head = await api.request({ method: 'HEAD', url: '/og/ko/story/a-story.jpg' })
    expect([head.statusCode, head.rawPayload.length, head.headers.etag]).toEqual([200, 0, headers.etag])
  })

  it('answers 404 for an unknown record, without drawing', async () => {
    await buildPost(api.context, { slug: 'draft', texts: { ko: postText({ state: 'draft' }) } })
    await buildStory('trashed', '버린 글', { trashedAt: new Date() })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    await buildPost(api.context, { slug: 'later', texts: { ko: postText({ publishFrom: tomorrow }) } })
    await buildStory('a-story')
    for (const path of [
      'ko/story/draft.jpg',
      'ko/story/trashed.jpg',
      'ko/story/later.jpg',
      'ko/story/unknown.jpg',
      'ko/project/a-story.jpg',
      'ko/lawyer/nobody.jpg',
      'ko/terms/nothing.jpg',
      'ko/page/nothing.jpg',
      'ko/page/constructor.jpg',
      'fr/page/home.jpg',
      'ko/toString/home.jpg',
      'ko/story/a-story.png',
      'ko/story/a-story',
      'ko/story/A-STORY.jpg',
      'ko/story/..%2Fa-story.jpg',
      `ko/story/${'a'.repeat(81)}.jpg`,
      'ko/story',
    ])
      expect([path, (await getUrl(`/og/${path}`)).statusCode]).toEqual([path, 404])
    expect(drawing.times).toBe(0)
  })
})

describe('concurrent requests for cards', () => {
  it('draw a card once for fifty requests', { tags: ['deep'] }, async () => {
    await buildStory('a-story')
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => getUrl(`/og/ko/story/a-story.jpg?v=${at}`)))
    expect(new Set(answers.map(({ statusCode, headers }) => `${statusCode} ${headers.etag}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(200)
    expect(drawing.times).toBe(1)
  })

  it('are refused above a limit unless an older card is stored', { tags: ['deep'] }, async () => {
    for (let at = 0; at < 60; at += 1) await buildStory(`story-${at}`)
    const { headers } = await checkPicture('/og/ko/story/story-0.jpg')
    await buildSetting(api.context, { name: { ko: '새 이름' } })
    const gate = Promise.withResolvers<Buffer>()
    drawing.instead = () => gate.promise
    drawing.times = 0
    const refused: string[] = []
    // On a loaded machine the pool may have no free connection: retry.
    const requestCard = async (url: string) => {
      for (;;) {
        const answer = await getUrl(url)
        if (answer.headers['retry-after'] !== '2') return answer
      }
    }
    const requests = Array.from({ length: 59 }, async (_, at) => {
      const answer = await requestCard(`/og/ko/story/story-${at + 1}.jpg`)
      if (answer.statusCode === 503) refused.push(String(answer.headers['retry-after']))
      return answer.statusCode
    })
    await vi.waitFor(() => expect(refused).toEqual(Array(59 - 32).fill('5')), 30_000)
    const cachedCard = await getUrl('/og/ko/story/story-0.jpg')
    expect([cachedCard.statusCode, cachedCard.headers.etag]).toEqual([200, headers.etag])
    gate.resolve(Buffer.from('drawn'))
    expect((await Promise.all(requests)).filter((status) => status === 200)).toHaveLength(32)
    expect(drawing.times).toBe(32)
    await buildSetting(api.context, { name: { ko: firm } })
  })
})

describe('cards while the database is unavailable', () => {
  const stopDatabase = async () => {
    const server = createServer(api.services.settings)
    const pool = openPool('postgres://nobody@127.0.0.1:1/none', 2, () => undefined)
    await mountApi(server, { ...api.services, database: pool.database })
    return {
      status: async (url: string) => (await server.inject({ method: 'GET', url })).statusCode,
      async close() {
        await server.close()
        await pool.close()
      },
    }
  }

  it('are served if stored; others are refused temporarily', async () => {
    await buildStory('made')
    await buildStory('not-made')
    await checkPicture('/og/ko/story/made.jpg')
    const { status, close } = await stopDatabase()
    expect([await status('/og/ko/story/made.jpg'), await status('/og/ko/story/not-made.jpg')]).toEqual([200, 503])
    await close()
  })

  it('are not served after the record was found to be unpublished', async () => {
    const { id } = await buildStory('gone')
    await checkPicture('/og/ko/story/gone.jpg')
    await api.services.database.delete(posts).where(eq(posts.id, id))
    expect((await getUrl('/og/ko/story/gone.jpg')).statusCode).toBe(404)
    const { status, close } = await stopDatabase()
    expect(await status('/og/ko/story/gone.jpg')).toBe(503)
    await close()
  })
})
