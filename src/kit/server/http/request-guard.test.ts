import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readAnswer, sendRaw } from '#test/server/raw-request.ts'
import { wrapListeners } from '../../cache/request-cache.ts'
import { answerClientError } from './client-error.ts'
import { answerExpectContinue, createGuard, refuseTunnels } from './request-guard.ts'

let server: Server
let reported: unknown[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    const answer = () => response.end(Buffer.from(`reached ${request.url}`))
    if (request.url === '/slow') setImmediate(answer)
    else answer()
  })
  server.on('clientError', answerClientError)
  // Examples of errors in listeners before the router.
  wrapListeners(server, (next) => (request, response) => {
    if (request.url === '/throws') throw new Error('thrown')
    if (request.url === '/rejects') return Promise.reject(new Error('rejected'))
    if (request.url === '/header')
      return Promise.resolve().then(() => void response.writeHead(301, { location: '/\uac00' }))
    if (request.url === '/half') {
      response.writeHead(200, { 'content-length': '10' })
      response.write('half')
      throw new Error('half')
    }
    return next(request, response)
  })
  wrapListeners(
    server,
    createGuard(
      (error) => reported.push(error),
      () => 'id-of-fault',
    ),
  )
  answerExpectContinue(server)
  refuseTunnels(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())
afterEach(() => {
  reported = []
})

const ask = async (target: string, headers: Record<string, string> = {}, method = 'GET') => {
  const lines = Object.entries({ host: 'x', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const { port } = server.address() as AddressInfo
  return readAnswer(await sendRaw(port, `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`))
}
const raw = async (text: string) => readAnswer(await sendRaw((server.address() as AddressInfo).port, text))

test.each(['/throws', '/rejects', '/header'])('answers 500 and logs a fault before the router: %s', async (path) => {
  const { status, headers, body } = await ask(path)
  expect(status).toBe(500)
  expect(JSON.parse(body)).toMatchObject({ code: 'unexpected', requestId: 'id-of-fault' })
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-type': 'application/json; charset=utf-8',
  })
  expect(headers.location).toBeUndefined()
  expect(reported).toEqual([expect.objectContaining({ stack: expect.stringContaining('guard.test') })])
})

test('ends the connection on a fault in the middle of an answer', async () => {
  expect((await ask('/half')).body).not.toContain('unexpected')
  expect(reported).toHaveLength(1)
})

test.each([
  ['ko', '페이지를 표시하지 못했습니다'],
  ['en', 'Something went wrong'],
  ['zh-CN', '页面出错了'],
])('answers browsers with a page in their language: %s', async (language, words) => {
  const { status, headers, body } = await ask('/throws', { accept: 'text/html,*/*', 'accept-language': language })
  expect([status, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
  expect(body).toContain(words)
  expect(body).toContain('id-of-fault')
})

test.each([
  '/\\[',
  '/\\x:y',
  '*',
  '//',
  '//elsewhere/x',
  'http://',
  'http:///x',
  'ftp://x/',
  '/%',
  '/%zz',
  '/%c3',
  '/%ed%a0%80',
  '/%00',
  '/x%0d%0ay',
  '/%07',
  '/x#y',
])('answers 404 without a log entry for the invalid address %s', async (target) => {
  const { status, body } = await ask(target)
  expect([status, JSON.parse(body).code]).toEqual([404, 'not_found'])
  const page = await ask(target, { accept: 'text/html', 'accept-language': 'en' })
  expect([page.status, page.body]).toEqual([404, expect.stringContaining('<h1>Page not found</h1>')])
  expect(reported).toEqual([])
})

test.each([
  ['/story?x=%', '/story?x=%'],
  ['http://x/story?a=1', '/story?a=1'],
  ['HTTPS://x', '/'],
  ['http://x?a=1', '/?a=1'],
  ['/x%2500', '/x%2500'],
  ['/%EA%B0%80', '/%EA%B0%80'],
])('%s is %s for the server', async (target, url) => {
  expect((await ask(target)).body).toBe(`reached ${url}`)
})

test('answers HEAD with the headers of the refusal and no body', async () => {
  const { status, headers, body } = await ask('/throws', {}, 'HEAD')
  expect([status, headers['cache-control'], body]).toEqual([500, 'no-store', ''])
})

test.each([
  ['a line that is none', 'nonsense\r\n\r\n', 400, 'malformed'],
  ['a method nobody knows', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed'],
  ['a backslash', 'GET \\ HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed'],
  ['a scheme nobody knows', 'GET x:y HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed'],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n', 400, 'malformed'],
  ['a length below nothing', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400, 'malformed'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400, 'malformed'],
  ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['an address without end', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'address_too_long'],
  [
    'a long address',
    `GET /${'a'.repeat(9000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    414,
    'address_too_long',
  ],
])('%s is refused in the shape of the API', async (_name, text, status, code) => {
  const answer = await raw(text)
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([status, code])
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  expect(reported).toEqual([])
})

test('never sends 100 between the parts of another answer', async () => {
  const { port } = server.address() as AddressInfo
  const post = 'POST /x HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n'
  const text = await sendRaw(port, `GET /slow HTTP/1.1\r\nHost: x\r\n\r\n${post}Connection: close\r\n\r\ny`)
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200'])
  expect(text).toMatch(/\r\n\r\nreached \/slowHTTP\/1\.1 200 [\s\S]*\r\n\r\nreached \/x$/)
  expect(await sendRaw(port, `${post}Connection: close\r\n\r\ny`)).toMatch(
    /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /,
  )
})

test('answers requests that Node rejects after the complete ones before', async () => {
  const { port } = server.address() as AddressInfo
  const slow = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'
  const connect = await sendRaw(port, `${slow}CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`)
  expect(connect.match(/HTTP\/1\.1 \d+|reached \/slow|malformed/g)).toEqual([
    ...['HTTP/1.1 200', 'reached /slow'],
    ...['HTTP/1.1 400', 'malformed'],
  ])
  const text = await sendRaw(port, `${slow}${slow}nonsense\r\n\r\n`)
  expect(text.match(/HTTP\/1\.1 \d+|reached \/slow|malformed/g)).toEqual([
    ...['HTTP/1.1 200', 'reached /slow', 'HTTP/1.1 200', 'reached /slow'],
    ...['HTTP/1.1 400', 'malformed'],
  ])
})

test('answers requests that Node rejects in the browser’s language if it is readable', async () => {
  const head = 'GET /story HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nAccept-Language: en-GB,en\r\n'
  const page = await raw(`${head}X: ${'a'.repeat(20_000)}\r\n\r\n`)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('<html lang="en">')
  expect(page.body).toContain('The request headers are too large.')
  expect((await raw('x\r\n\r\n')).body).toContain('요청을 읽을 수 없습니다.')
})
