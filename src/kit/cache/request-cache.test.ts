import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apiSources } from './api-source.ts'
import { createCacheScope } from './cache-scope.ts'
import { createRequestCache, wrapListeners } from './request-cache.ts'
import { type Source, TagCache } from './tag-cache.ts'

const text = '대청 '.repeat(2000)
let server: Server
let cache: TagCache
let broken = false
let seenByServer: string[] = []

const pages: Source = {
  name: 'pages',
  vary: 'Accept-Encoding',
  keyOf: (url) => (url.startsWith('/page') ? url : null),
  produce: async () => ({
    status: broken ? 500 : 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" },
    body: Buffer.from(broken ? 'broken' : text),
    scope: createCacheScope(),
  }),
}

const apis = apiSources({
  cachedAs: (pathname) => (pathname === '/api/v1/list' ? true : null),
  async answer(_pathname, query, locale) {
    if (query.get('fail')) throw new Error('away')
    if (query.get('x')) return { status: 400, body: { code: 'invalid' }, scope: createCacheScope() }
    return { status: 200, body: { locale, code: query.get('code') }, scope: createCacheScope() }
  },
  refuse: (_error, locale) => ({ status: 503, body: { code: 'unavailable', locale } }),
})

beforeAll(async () => {
  server = createServer((incoming, response) => {
    seenByServer.push(`${incoming.method} ${incoming.url}`)
    response.end('from the server')
  })
  const sources = [pages, ...apis]
  cache = new TagCache(sources)
  cache.setListening(true)
  wrapListeners(
    server,
    createRequestCache(cache, () => sources),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())
beforeEach(() => {
  seenByServer = []
  broken = false
  cache.invalidateAll()
})

const call = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    request({ port, host: '127.0.0.1', path, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end()
  })

/** Repeats the request until the brotli version, which is compressed after the first answer, is available. */
const brotliOf = async (path: string) => {
  for (let time = 0; time < 100; time += 1) {
    const answer = await call(path, { 'accept-encoding': 'br' })
    if (answer.headers['content-encoding'] === 'br') return answer
    await wait(10)
  }
  throw new Error('brotli never came')
}

describe('codings', () => {
  test('serves one text plain, as gzip and as brotli, each with its own entity tag', async () => {
    const plain = await call('/page')
    const gzip = await call('/page', { 'accept-encoding': 'gzip' })
    const brotli = await brotliOf('/page')
    expect(plain.body.toString()).toBe(text)
    expect(gunzipSync(gzip.body).toString()).toBe(text)
    expect(brotliDecompressSync(brotli.body).toString()).toBe(text)
    expect(new Set([plain, gzip, brotli].map(({ headers }) => headers.etag)).size).toBe(3)
    for (const { headers, body } of [plain, gzip, brotli])
      expect(headers).toMatchObject({
        'content-length': String(body.length),
        'cache-control': 'no-cache',
        vary: 'Accept-Encoding',
        'content-security-policy': "default-src 'none'",
      })
    expect(plain.headers['content-encoding']).toBeUndefined()
  })

  test('does not send a refused encoding', async () => {
    await brotliOf('/page')
    expect((await call('/page', { 'accept-encoding': 'br;q=0, gzip' })).headers['content-encoding']).toBe('gzip')
    expect((await call('/page', { 'accept-encoding': 'br;q=0, gzip;q=0' })).headers['content-encoding']).toBeUndefined()
    expect((await call('/page', { 'accept-encoding': '*' })).headers['content-encoding']).toBe('br')
  })

  test('keeps the entity tag when the page is rendered again', async () => {
    const first = await call('/page')
    cache.invalidateAll()
    expect((await call('/page')).headers.etag).toBe(first.headers.etag)
  })
})

describe('conditions', () => {
  test('answers 304 with tag, Vary and Cache-Control for a known representation', async () => {
    const { headers } = await call('/page', { 'accept-encoding': 'gzip' })
    const again = await call('/page', { 'accept-encoding': 'gzip', 'if-none-match': `"other", W/${headers.etag}` })
    expect(again.status).toBe(304)
    expect(again.body).toHaveLength(0)
    expect(again.headers).toMatchObject({ etag: headers.etag, vary: 'Accept-Encoding', 'cache-control': 'no-cache' })
    expect(again.headers['content-encoding']).toBeUndefined()
  })

  test('answers 200 for another representation', async () => {
    const { headers } = await call('/page', { 'accept-encoding': 'gzip' })
    expect((await call('/page', { 'if-none-match': headers.etag ?? '' })).status).toBe(200)
  })

  test('answers HEAD with the headers of GET and no body', async () => {
    const get = await call('/page', { 'accept-encoding': 'gzip' })
    const head = await call('/page', { 'accept-encoding': 'gzip' }, 'HEAD')
    expect(head.body).toHaveLength(0)
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' })
  })
})

describe('passing by', () => {
  test('bypasses the cache for requests with Authorization, writes and other paths', async () => {
    await call('/page', { authorization: 'Bearer x' })
    await call('/page', {}, 'POST')
    await call('/elsewhere')
    await call('/api/v1/other')
    await call('/api/v1/list?code=a&code=b')
    expect(seenByServer).toEqual([
      'GET /page',
      'POST /page',
      'GET /elsewhere',
      'GET /api/v1/other',
      'GET /api/v1/list?code=a&code=b',
    ])
  })

  test('ignores cookies, which no page reads', async () => {
    await call('/page', { cookie: 'visitor=1' })
    expect(seenByServer).toEqual([])
  })
})

describe('the API', () => {
  test('answers in the negotiated language with Vary', async () => {
    const korean = await call('/api/v1/list?code=news')
    const chinese = await call('/api/v1/list?code=news', { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.5' })
    expect(JSON.parse(korean.body.toString())).toEqual({ locale: 'ko', code: 'news' })
    expect(JSON.parse(chinese.body.toString())).toEqual({ locale: 'cn', code: 'news' })
    expect(chinese.headers).toMatchObject({
      vary: 'Accept-Encoding, Accept-Language',
      'content-language': 'zh-Hans',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
  })

  test('caches one answer for all spellings of a query', () => {
    const [api, filtered] = apis
    for (const url of ['/api/v1/list', '/api/v1/list?', '/api/v1/list?&&']) {
      expect(api?.keyOf(url, 'en')).toBe('en /api/v1/list')
      expect(filtered?.keyOf(url, 'en')).toBeNull()
    }
    for (const url of ['?a=1&code=x%20y', '?code=x+y&a=1', '?&code=%78+y&&a=1']) {
      expect(api?.keyOf(`/api/v1/list${url}`, 'en')).toBeNull()
      expect(filtered?.keyOf(`/api/v1/list${url}`, 'en')).toBe('en /api/v1/list?a=1&code=x+y')
    }
    expect(filtered?.maxBytes).toBeGreaterThan(0)
    for (const url of ['/api/v1/\\[', '/api/v1/l%69st', '/api/v1/../v1/list'])
      expect(apis.map((source) => source.keyOf(url, 'en'))).toEqual([null, null, null])
  })

  test('refuses a bad query like the API', async () => {
    const { status, body } = await call('/api/v1/list?x=1')
    expect([status, body.toString()]).toEqual([400, '{"code":"invalid"}'])
  })

  test('answers a failure with an uncached 503 in the requested language', async () => {
    const { status, headers, body } = await call('/api/v1/list?fail=1', { 'accept-language': 'en' })
    expect([status, body.toString()]).toEqual([503, '{"code":"unavailable","locale":"en"}'])
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '2' })
    expect(headers.etag).toBeUndefined()
  })
})

test('serves the last good copy of a failing page, and the failure without one', async () => {
  broken = true
  expect((await call('/page-new')).status).toBe(500)
  broken = false
  await call('/page')
  broken = true
  cache.invalidateAll()
  const copy = await call('/page')
  expect([copy.status, copy.body.toString()]).toEqual([200, text])
})
