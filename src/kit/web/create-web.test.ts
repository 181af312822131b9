import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderError } from '../server/http/render-error.ts'
import { mountPages, toRequest } from './create-web.ts'

const ownOrigin = 'https://daecheong.example'
let app: FastifyInstance

beforeAll(async () => {
  app = Fastify()
  await app.register(multipart)
  app.setErrorHandler((error, _request, reply) => {
    const { status, body } = renderError(error, 'ko', 'id')
    return reply.code(status).send(body)
  })
  await mountPages(app, async (request) => {
    const { url, body } = toRequest(request, ownOrigin)
    return { url, body: body === null ? null : await new Response(body).text() }
  })
})
afterAll(() => app.close())

const post = async (headers: Record<string, string>, payload?: string) => {
  const response = await app.inject({
    method: 'POST',
    url: '/consult',
    headers,
    ...(payload !== undefined && { payload }),
  })
  return [response.statusCode, response.json<{ code?: string; body?: string; url?: string }>()] as const
}
const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('what is posted to a page', () => {
  test('is a form', async () => {
    expect(await post(form, 'a=%EA%B0%80')).toEqual([200, { url: `${ownOrigin}/consult`, body: 'a=%EA%B0%80' }])
    expect((await post(form, ''))[0]).toBeLessThan(500)
  })

  test.each([
    [{ 'content-type': 'application/json' }, '{}'],
    [{ 'content-type': 'text/plain' }, 'text'],
    [{ 'content-type': 'application/xml' }, '<a/>'],
    [{ 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
    [{ 'content-type': ';;;' }, 'x'],
    [{}, 'x'],
    [{}, undefined],
  ])('is refused with 415 otherwise: %j', async (headers, payload) => {
    const [status, { code }] = await post(headers as Record<string, string>, payload)
    expect([status, code]).toEqual([415, 'wrong_body'])
  })

  test.each([
    [{ host: 'daecheong.local', origin: 'http://daecheong.local' }, 'http://daecheong.local/consult'],
    [{ host: 'inner', origin: ownOrigin }, `${ownOrigin}/consult`],
    [{ host: 'inner' }, `${ownOrigin}/consult`],
  ])('comes from the house itself: %j', async (headers, url) => {
    expect(await post({ ...form, ...headers } as Record<string, string>, 'a=b')).toEqual([200, { url, body: 'a=b' }])
  })

  test.each([
    { host: '', origin: 'file://' },
    { host: '', origin: 'http://x' },
    { host: 'x', origin: 'null' },
    { host: 'x', origin: '' },
    { host: 'x', origin: 'http://[' },
    { host: 'x', origin: 'https://evil.example' },
    { host: 'x', origin: 'ftp://x' },
  ])('or is refused with 403, without a fault: %j', async (headers) => {
    const [status, { code }] = await post({ ...form, ...headers }, 'a=b')
    expect([status, code]).toEqual([403, 'forbidden'])
  })
})
