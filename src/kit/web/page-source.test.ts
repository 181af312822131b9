import type { ServerBuild } from 'react-router'
import { describe, expect, test } from 'vitest'
import { type PageSource, pageSource } from './page-source.ts'

interface RenderRequest {
  url: string
  headers: Record<string, string>
}

const createPages = (
  answer: () => Response = () => new Response('page'),
): { pages: PageSource; renderRequests: RenderRequest[] } => {
  const renderRequests: RenderRequest[] = []
  const module = (handle?: object) => ({ handle })
  const routes = {
    root: { id: 'root', path: '', module: module() },
    site: { id: 'site', parentId: 'root', module: module({ hydrate: 'idle', cached: true }) },
    home: { id: 'home', parentId: 'site', index: true, module: module() },
    stories: { id: 'stories', parentId: 'site', path: 'story', module: module({ query: ['page', 'category'] }) },
    story: { id: 'story', parentId: 'site', path: 'story/:post', module: module() },
    search: { id: 'search', parentId: 'site', path: 'search/:word', module: module({ cached: false }) },
    missing: { id: 'missing', parentId: 'site', path: '*', module: module() },
    login: { id: 'login', parentId: 'root', path: 'login', module: module({ hydrate: 'now' }) },
    undescribed: { id: 'undescribed', parentId: 'root', path: 'undescribed', module: module() },
  }
  const pages = pageSource(
    { routes } as unknown as ServerBuild,
    async (request, scope) => {
      renderRequests.push({ url: request.url, headers: Object.fromEntries(request.headers) })
      scope.tags.add('setting')
      return answer()
    },
    { name: '', origin: () => 'https://daecheong.example', redirectTarget: () => null },
    { 'x-content-type-options': 'nosniff' },
  )
  return { pages, renderRequests }
}

describe('keys', () => {
  const { pages } = createPages()

  test.each([
    ['/', '/'],
    ['/?utm_source=mail&fbclid=1', '/'],
    ['/?&&', '/'],
    ['/story', '/story'],
    ['/story?&&', '/story'],
    ['/story?page=', '/story'],
    ['/story/a-title?page=2', '/story/a-title'],
    ['/_.data', '/_.data'],
    ['/story.data?_routes=story', '/story.data'],
  ])('caches %s as %s', (url, key) => {
    expect(pages.keyOf(url)).toBe(key)
    expect(pages.filtered.keyOf(url, undefined)).toBeNull()
    expect(pages.otherSpelling(url)).toBeNull()
  })

  test.each([
    ['/story?page=2', '/story?page=2'],
    ['/story?page=2&category=law&x=1', '/story?category=law&page=2'],
    ['/story?category=law&page=2', '/story?category=law&page=2'],
    ['/story?page=2&page=3', '/story?page=2'],
    ['/story?page=%31', '/story?page=1'],
    ['/story?category=a%20b', '/story?category=a+b'],
    ['/story?category=a+b', '/story?category=a+b'],
    ['/story?page=99999', '/story?page=99999'],
    ['/story.data?page=2&_routes=story', '/story.data?page=2'],
  ])('caches %s separately as %s, because visitors can invent its value', (url, key) => {
    expect(pages.filtered.keyOf(url, undefined)).toBe(key)
    expect(pages.keyOf(url)).toBeNull()
    expect(pages.filtered.maxBytes).toBeGreaterThan(0)
  })

  test.each([
    ['/Story', '/story'],
    ['/STORY/a-title', '/story/a-title'],
    ['/%73tory', '/story'],
    ['/%73TORY?&&', '/story'],
    ['/Story?x=1&page=2&category=law', '/story?category=law&page=2'],
    ['/story/%ea%b0%80', '/story/%EA%B0%80'],
    ['/story/\u1100\u1161', '/story/%EA%B0%80'],
    ['/story/%E1%84%80%E1%85%A1', '/story/%EA%B0%80'],
    ['/story/a@b', '/story/a%40b'],
    ['/./story', '/story'],
    ['/x/%2e%2e/story', '/story'],
    ['/STORY.data', '/story.data'],
    ['/.data', '/_.data'],
    ['/%6eothing', '/nothing'],
  ])('redirects %s uncached to %s', (url, to) => {
    expect([pages.keyOf(url), pages.caughtKeyOf(url), pages.filtered.keyOf(url, undefined)]).toEqual([null, null, null])
    expect(pages.otherSpelling(url)).toBe(to)
    expect(pages.otherSpelling(to)).toBeNull()
  })

  test.each(['/story/%3Apost', '/story/:post', '/story/%2A', '/%3Aid', '/*', '/story/a%2Fb', '/story/%2541'])(
    'redirects %s at most once',
    (url) => {
      expect(pages.otherSpelling(pages.otherSpelling(url) ?? url)).toBeNull()
    },
  )

  test.each([
    '/?preview=x',
    '/story?page=2&preview=x',
    '/story.data?preview=',
    '/nowhere?preview=x',
    '/login',
    '/undescribed',
    '/search/word',
    '/story/',
    '//elsewhere',
    '//story',
    'http://x/',
    '*',
    '/\\[',
    '/\\x:y',
    '/\\\\',
    '',
  ])('does not cache %s', (url) => {
    expect(pages.keyOf(url)).toBeNull()
    expect(pages.caughtKeyOf(url)).toBeNull()
  })

  test.each(['/nothing', '/api/v1/boards', '/files/x', '/healthz'])(
    'lets the server try %s before the catch-all route',
    (url) => {
      expect(pages.keyOf(url)).toBeNull()
      expect(pages.caughtKeyOf(url)).toBe(url)
    },
  )

  test('treats a malformed address as no page', () => {
    for (const url of ['/%', '/story/%E0%A4%A', '/story.data?x=%'])
      expect(pages.caughtKeyOf(url) ?? '').not.toContain('%')
    expect(pages.keyOf('/%')).toBeNull()
  })
})

test('passes only the address to a render', async () => {
  const { pages, renderRequests } = createPages()
  const answer = await pages.produce('/story?page=2')
  expect(renderRequests).toEqual([{ url: 'https://daecheong.example/story?page=2', headers: {} }])
  expect([...answer.scope.tags]).toEqual(['setting'])
  expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
})

test('never caches a page that sets a cookie', async () => {
  const { pages } = createPages(() => new Response('page', { headers: { 'set-cookie': 'a=1' } }))
  await expect(pages.produce('/')).rejects.toThrow('must not set a cookie')
})
