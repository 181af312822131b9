import { expect as anything } from '@playwright/test'
import { apiAs } from '../e2e/support/call-api-as.ts'
import { newPost, often } from '../e2e/support/log-in-staff.ts'
import { faultsOf } from '../schemas/validate-xml.ts'
import { type Answer, expect, test } from './page-fixture.ts'
import { findData, findLink, textOf } from './read-document.ts'

// Stories, projects and feeds as HTML and XML; test/e2e/firm/story-pages.spec.ts tests what needs scripts.

const story = '/story/basement-leak-three-questions'
const project = '/project/hanbit-maru-1'

const attribute = ({ document }: Answer, selector: string, name: string) =>
  document.querySelector(selector)?.getAttribute(name) ?? null

/** The first h2: the title of the list. */
const headingOf = ({ document }: Answer) => textOf(document.querySelector('h2'))

/** Query string of the form, as a browser without scripts submits it. */
const submit = (form: Element | null | undefined, fields: Record<string, string>): string => {
  const values = [...(form?.querySelectorAll('[name]') ?? [])].map((field): [string, string] => {
    const name = field.getAttribute('name') ?? ''
    const chosen = field.querySelector('[selected]') ?? field.querySelector('option') ?? field
    return [name, fields[name] ?? chosen.getAttribute('value') ?? '']
  })
  expect(form?.getAttribute('method') ?? 'get').toBe('get')
  expect(form?.querySelector('button:not([type="button"])')).not.toBeNull()
  for (const name of Object.keys(fields)) expect(values.map(([each]) => each)).toContain(name)
  return `${form?.getAttribute('action')}?${new URLSearchParams(values)}`
}

test('lists stories in pages, each with a unique address and title', async ({ read }) => {
  const list = await read('/story')
  expect(list.document.querySelectorAll('main article')).toHaveLength(12)
  expect(attribute(list, 'link[rel="alternate"][type="application/rss+xml"]', 'href')).toMatch(/\/rss\.xml$/)
  const paging = list.document.querySelector('nav[aria-label="페이지"]')
  const second = [...(paging?.querySelectorAll('a') ?? [])].find((link) => textOf(link) === '2')?.getAttribute('href')
  expect(second).toBe('/story?page=2')
  const next = await read(second ?? '')
  expect(next.document.querySelectorAll('main article').length).toBeGreaterThan(0)
  expect(attribute(next, 'link[rel="canonical"]', 'href')).toMatch(/\/story\?page=2$/)
  expect(textOf(next.document.querySelector('title'))).toContain('2페이지')
})

test('filters stories by links and search without scripts, and says when no story matches', async ({ read }) => {
  const { document } = await read('/story')
  const categories = document.querySelector('nav[aria-label="소식 분류"]')
  const ruling = [...(categories?.querySelectorAll('a') ?? [])].find((link) => textOf(link).startsWith('판결'))
  expect(ruling?.getAttribute('href')).toMatch(/category=ruling/)
  const rulings = await read(ruling?.getAttribute('href') ?? '')
  expect(headingOf(rulings)).toContain('판결 9건')
  const field = rulings.document.querySelector('main input[type="search"]')
  const address = submit(field?.closest('form'), { q: '보증금' })
  expect(address).toMatch(/category=ruling.*q=/)
  const found = await read(address)
  expect(headingOf(found)).toContain('‘보증금’')
  expect(attribute(found, 'meta[name="robots"]', 'content')).toBe('noindex')
  const none = await read('/story?q=xyzzy')
  expect(textOf(none.document.querySelector('main'))).toContain('조건에 맞는 글이 없습니다')
  expect((await read(findLink(none.document, '조건 초기화'))).document.querySelectorAll('main article')).toHaveLength(
    12,
  )
})

test('filters projects by their form without scripts', async ({ read }) => {
  const { document } = await read('/project')
  const region = document.querySelector('main select[name="region"]')
  const option = [...(region?.querySelectorAll('option') ?? [])].find((each) => textOf(each) === '인천')
  const address = submit(region?.closest('form'), { region: option?.getAttribute('value') ?? textOf(option) })
  expect(headingOf(await read(address))).toBe('조건에 맞는 사례 3건')
})

test('shows a complete article with its file, and a complete project with its pictures', async ({ read, product }) => {
  const { document } = await read(story)
  expect(document.querySelectorAll('main h1')).toHaveLength(1)
  expect([...document.querySelectorAll('main td')].map(textOf)).toContain('아침과 저녁')
  const file = await fetch(product.url + findLink(document, /하자 접수 대장 서식/), { method: 'HEAD' })
  expect(file.headers.get('content-disposition')).toContain('attachment')
  const picture = [...(await read(project)).document.querySelectorAll('main a')].find((link) =>
    /사진 1 \/ 9/.test(
      `${link.getAttribute('aria-label')} ${textOf(link)} ${link.querySelector('img')?.getAttribute('alt')}`,
    ),
  )
  const full = await fetch(product.url + picture?.getAttribute('href'), { method: 'HEAD' })
  expect([full.status, full.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

test('answers 404 for a draft, another board, a page beyond the last and an unreleased record', async ({ read }) => {
  for (const path of [
    '/story/cash-settlement-90-and-60',
    '/story/first-manager-of-an-officetel',
    '/story/hanbit-maru-1',
    '/project/basement-leak-three-questions',
    '/story?page=99',
    '/api/v1/boards/cash-settlement-90-and-60',
  ])
    expect([path, (await read(path)).status]).toEqual([path, 404])
})

test('ignores invalid filters', async ({ read }) => {
  expect((await read('/project?page=abc&year=x&households=7')).status).toBe(200)
})

test('describes an article and a project in structured data', async ({ read }) => {
  const article = await read(`/en${story}`)
  expect(attribute(article, 'meta[property="og:type"]', 'content')).toBe('article')
  expect(attribute(article, 'link[rel="canonical"]', 'href')).toMatch(
    /^https?:\/\/[^/]+\/en\/story\/basement-leak-three-questions$/,
  )
  expect(findData(article.document, 'NewsArticle')).toMatchObject({
    headline: 'Car park leaks: three questions to answer first',
    datePublished: '2026-11-12T01:00:00.000Z',
    inLanguage: 'en',
    image: [anything.stringMatching(/^https?:.*\.webp$/)],
    publisher: { '@type': 'Organization' },
  })
  expect(findData(article.document, 'BreadcrumbList')).toMatchObject({ itemListElement: { length: 4 } })
  expect(findData((await read(project)).document, 'Article').headline).toBe('한빛마루 1단지')
})

test('shows a published story in list, feed and API immediately, and hides it when it is removed', async ({
  read,
  product,
}) => {
  const staff = await apiAs(product, 'owner')
  const subject = '방금 올린 소식'
  const shows = () =>
    Promise.all(
      ['/story', '/rss.xml', '/api/v1/boards?code=news'].map(async (path) => (await read(path)).html.includes(subject)),
    )
  expect(await shows()).toEqual([false, false, false])
  const post = newPost(subject)
  const texts = { ko: { ...post.texts.ko, state: 'published' } }
  const { board } = await staff('POST', '/api/console/boards', { ...post, texts })
  await expect.poll(shows, often).toEqual([true, true, true])
  expect((await read(`/story/${board._id}`)).status).toBe(200)
  await staff('DELETE', `/api/console/boards/${board._id}`)
  await expect.poll(shows, often).toEqual([false, false, false])
  await expect.poll(async () => (await read(`/story/${board._id}`)).status, often).toBe(404)
})

for (const [path, language, prefix] of [
  ['/rss.xml', 'ko', ''],
  ['/en/rss.xml', 'en', '/en'],
  ['/cn/rss.xml', 'zh-Hans', '/cn'],
] as const)
  test(`conforms to RSS 2.0, newest first, with absolute addresses that exist: ${path}`, async ({ read, product }) => {
    const answer = await fetch(product.url + path)
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const xml = await answer.text()
    expect(faultsOf(xml, 'rss')).toEqual([])
    expect(/<channel>.*?<language>([^<]*)</s.exec(xml)?.[1]).toBe(language)
    const links = [...xml.matchAll(/<item>.*?<link>([^<]+)<\/link>/gs)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(10)
    for (const link of links) expect(link).toMatch(new RegExp(`^https?://[^/]+${prefix}/story/[a-z0-9-]+$`))
    const dates = [...xml.matchAll(/<pubDate>([^<]+)</g)].map(([, date = '']) => new Date(date).getTime())
    expect(dates).toHaveLength(links.length)
    expect(dates).toEqual([...dates].sort((one, other) => other - one))
    expect((await read(new URL(links[0] ?? '').pathname)).status).toBe(200)
  })
