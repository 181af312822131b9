import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { popups } from '#content/popups/contract.ts'
import { popupInput } from '#content/popups/factory.ts'
import { buildUser } from '#people/users/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, sentBy } from '#test/server/test-api.ts'
import type { Refusal } from '../../contract.ts'

const api = prepareTestApi({ logLevel: 'debug' })
let editor: Actor
beforeAll(async () => {
  editor = await api.actor(['console', 'console:popups', 'console:messages'])
})
beforeEach(() => {
  api.logged.length = 0
})

const log = () => api.logged.join('')

describe('the log', () => {
  it('logs method, path and id of a request without its query', async () => {
    await api.request({ url: '/api/v1/boards?q=%EC%9D%B4%ED%98%BC' })
    expect(log()).toContain('"/api/v1/boards"')
    expect(log()).not.toMatch(/%EC%9D%B4|이혼/)
  })

  it('never contains an Authorization header, a password or a token', async () => {
    const password = '초롱꽃 핀 담장 아래 42'
    const { username } = await buildUser(api.context, { password })
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const { refreshToken } = (await api.request({ url: '/api/auth/refreshToken', headers: { authorization } })).json()
    const bearer = { authorization: `Bearer ${refreshToken}` }
    const { accessToken } = (await api.request({ url: '/api/auth/accessToken', headers: bearer })).json()
    await api.request({ url: '/api/auth/refreshToken', headers: { authorization: `${authorization}x` } })
    await api.request({ url: '/api/v1/me', headers: { authorization: `Bearer ${accessToken}x` } })
    expect(log()).toContain('/api/auth/refreshToken')
    for (const secret of [authorization.slice(6), password, username, refreshToken, accessToken, 'Bearer', 'Basic'])
      expect(log()).not.toContain(secret)
  })

  it('logs a fault with id and stack, without the written values', async () => {
    await api.services.database.execute(sql`ALTER TABLE popups RENAME COLUMN title TO headline`)
    const response = await api.request(
      sentBy(editor, {
        method: 'POST',
        url: '/api/console/popups',
        body: popupInput({ title: { ko: '홍길동 님께' } }),
      }),
    )
    await api.services.database.execute(sql`ALTER TABLE popups RENAME COLUMN headline TO title`)
    expect(response.statusCode).toBe(500)
    const { requestId, ...refusal } = response.json<Refusal>()
    expect(refusal).toEqual({ code: 'unexpected', message: expect.stringContaining(requestId ?? 'none') })
    const line = api.logged.find((one) => one.includes('unexpected error')) ?? ''
    expect(line).toContain(requestId)
    expect(line).toContain('column \\"title\\"')
    expect(line).toContain('table-handlers.ts')
    expect(line).not.toContain('홍길동')
  })
})

describe('a fault', () => {
  it('discloses no internals, in three languages', async () => {
    const spy = vi.spyOn(api.services.database, 'select').mockImplementation(() => {
      throw new TypeError('Cannot read properties of undefined (reading secret_column)')
    })
    const messages = await Promise.all(
      ['ko', 'en', 'zh'].map(async (language) => {
        const response = await api.request({ url: '/api/v1/offices', headers: { 'accept-language': language } })
        expect(response.statusCode).toBe(500)
        expect(response.body).not.toMatch(/secret_column|TypeError|\.ts/)
        return response.json<Refusal>().message.replace(/[0-9a-f-]{36}/, '')
      }),
    )
    spy.mockRestore()
    expect(new Set(messages).size).toBe(3)
  })

  it.each([
    ['ECONNREFUSED', 503, 'unavailable'],
    ['57P01', 503, 'unavailable'],
    ['53300', 503, 'unavailable'],
    ['ENOSPC', 503, 'unavailable'],
    ['EMFILE', 503, 'unavailable'],
    ['23505', 409, 'taken'],
    ['22021', 400, 'invalid'],
    ['XX000', 500, 'unexpected'],
  ])('of code %s answers %i', async (code, status, expected) => {
    const spy = vi.spyOn(api.services.database, 'select').mockImplementation(() => {
      throw Object.assign(new Error('a failure'), { code })
    })
    const response = await api.request({ url: '/api/v1/offices' })
    spy.mockRestore()
    expect([response.statusCode, response.json<Refusal>().code]).toEqual([status, expected])
    expect(response.headers['retry-after']).toBe(status === 503 ? '2' : undefined)
    expect(response.headers['cache-control']).toBe('no-store')
  })
})

describe('headers', () => {
  it('prevent caching of private answers and MIME sniffing', async () => {
    for (const url of ['/api/console/popups', '/api/v1/me', '/api/v1/me/sessions', '/api/auth/accessToken'])
      for (const who of [editor, null]) {
        const { headers } = await api.request(sentBy(who, { url }))
        expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
        expect(headers.vary).toContain('Accept-Language')
      }
    expect((await api.request({ url: '/api/v1/offices' })).headers['cache-control']).toBe('no-cache')
    expect((await api.request(sentBy(editor, { url: '/api/v1/offices' }))).headers['cache-control']).toBe('no-store')
  })

  it('allow no other origin to read', async () => {
    const { headers } = await api.request({ url: '/api/v1/offices', headers: { origin: 'https://evil.example' } })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})

describe('an unknown address', () => {
  it.each(['/api', '/api/', '/api/v2/boards', '/api/console/nothing', '/files'])(
    'is 404 in the common refusal format: %s',
    async (url) => {
      const response = await api.request({ url, headers: { 'accept-language': 'en' } })
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ code: 'not_found', message: expect.stringMatching(/^[\x20-\x7e]+$/) })
    },
  )
})

describe('a JSON type without a body', () => {
  const call = (method: 'DELETE' | 'POST', url: string) =>
    api.request(
      sentBy(editor, { method, url, headers: { 'content-type': 'application/json', 'accept-language': 'en' } }),
    )

  it('is accepted on a DELETE', async () => {
    const { popup } = await api.client(popups, editor).create({ body: popupInput() })
    expect((await call('DELETE', `/api/console/popups/${popup._id}`)).statusCode).toBe(204)
  })

  it('is refused if a body is required', async () => {
    const response = await call('POST', '/api/console/popups')
    expect([response.statusCode, response.json<Refusal>().code]).toEqual([400, 'broken_json'])
  })
})

describe('calls in a minute', () => {
  it('are limited per address if the route declares it', async () => {
    const post = (remoteAddress: string, forwarded: string) =>
      api.request({
        ...sentBy(editor, {
          method: 'POST',
          url: '/api/console/messages/test',
          body: { to: 'staff@example.com' },
          headers: { 'x-forwarded-for': forwarded },
        }),
        remoteAddress,
      })
    for (let count = 0; count < 10; count += 1)
      expect((await post('192.0.2.1', `10.0.0.${count}`)).statusCode).toBe(201)
    const refused = await post('192.0.2.1', '10.0.0.99')
    expect([refused.statusCode, refused.json<Refusal>().code]).toEqual([429, 'too_many'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await post('192.0.2.2', '10.0.0.1')).statusCode).toBe(201)
  })
})

describe('a value that is taken', () => {
  it('is 409 with the field name for every unique field', async () => {
    const client = api.client(popups, editor)
    await client.create({ body: popupInput() })
    const { buildLawyer, lawyerInput } = await import('#firm/lawyers/factory.ts')
    const { key } = await buildLawyer(api.context)
    const owner = await api.actor(['console', 'console:lawyers'])
    const messages = await Promise.all(
      ['ko', 'en', 'zh'].map(async (language) => {
        const response = await api.request(
          sentBy(owner, {
            method: 'POST',
            url: '/api/console/lawyers',
            body: lawyerInput({ key }),
            headers: { 'accept-language': language },
          }),
        )
        expect(response.statusCode).toBe(409)
        expect(response.json()).toMatchObject({ code: 'taken', fields: { key: expect.any(String) } })
        return response.json<Refusal>().fields?.key
      }),
    )
    expect(new Set(messages).size).toBe(3)
  })
})
