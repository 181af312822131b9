import { beforeAll, describe, expect, it } from 'vitest'
import { buildBoard } from '#content/boards/factory.ts'
import { addressOf } from '#test/routes/declared-answers.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, allScopes, sentBy } from '#test/server/test-api.ts'
import { modules } from '../../../modules.ts'
import type { Refusal, RouteDeclaration } from '../../contract.ts'

const api = prepareTestApi()
let owner: Actor
beforeAll(async () => {
  await buildBoard(api.context)
  owner = await api.actor(allScopes(api.kernel))
})

const routes = modules.flatMap(({ contract }) => Object.values(contract))
const reads = routes.filter(({ method }) => method === 'GET')
const toRow = (route: RouteDeclaration) => [route.path, route] as const
const urlOf = (route: RouteDeclaration) => addressOf(route, ['home'])

// Use a new address for each call; rate limits are tested elsewhere.
let calls = 0
const send = (method: 'POST' | 'PUT', url: string, body: unknown, headers: Record<string, string> = {}) => {
  calls += 1
  const remoteAddress = `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`
  return api.request({ ...sentBy(owner, { method, url, body, headers }), remoteAddress })
}

describe('a query', () => {
  it.each(reads.filter(({ access }) => !['basic', 'refresh'].includes(access)).map(toRow))(
    'of %s takes no key that is not declared, and says which',
    async (_path, route) => {
      const response = await api.request(sentBy(owner, { url: `${urlOf(route)}?surprise=1` }))
      expect(response.statusCode).toBe(400)
      expect(response.json<Refusal>().fields).toHaveProperty('surprise')
    },
  )

  it('never accepts a user name and password', async () => {
    for (const path of ['refreshToken', 'accessToken']) {
      const response = await api.request({ url: `/api/auth/${path}?username=a&password=b` })
      expect(response.json()).toMatchObject({ code: 'invalid', fields: { username: expect.any(String) } })
    }
  })

  const shapeOf = (query: unknown) => (query as { shape: object } | undefined)?.shape ?? {}
  const lists = reads.filter(({ query }) => 'page' in shapeOf(query) && 'limit' in shapeOf(query))
  const expectBounds = async (route: RouteDeclaration) => {
    const missing = await api.request(sentBy(owner, { url: urlOf(route) }))
    // Other required parameters: the reason of an export.
    const needed = missing.statusCode === 400 ? Object.keys(missing.json<Refusal>().fields ?? {}) : []
    const rest = Object.fromEntries(needed.map((name) => [name, '사무소 회의 자료']))
    const restText = new URLSearchParams(rest)
    for (const query of [
      'page=0',
      'page=-1',
      'page=1.5',
      'page=abc',
      'page=1e99',
      'page=',
      'page=1&page=2',
      'limit=0',
      'limit=101',
      'limit=NaN',
      'sort=nonsense',
      'sort=id;drop table posts',
      'sort=--createdAt',
      `q=${'가'.repeat(101)}`,
      'q=%00',
      'q=a&q=b',
    ]) {
      const response = await api.request(sentBy(owner, { url: `${urlOf(route)}?${query}&${restText}` }))
      expect([query, response.statusCode]).toEqual([query, 400])
      expect([query, Object.keys(response.json<Refusal>().fields ?? {})]).toEqual([query, [query.split('=')[0]]])
    }
    // List of a missing record: its bounds are validated before the 404.
    const isOfRecord = /\{(?!code|key|kind)/.test(route.path)
    const expectedStatuses = isOfRecord ? [200, 404] : [200]
    if ('q' in shapeOf(route.query))
      for (const q of ["' OR 1=1 --", '%', '_', '\\', '"', '{}', '😀', '한글', '\u202e', '$1'])
        expect((await api.request(sentBy(owner, { url: urlOf(route), query: { q, ...rest } }))).statusCode).toBeOneOf(
          expectedStatuses,
        )
    const far = await api.request(sentBy(owner, { url: `${urlOf(route)}?page=100000&limit=100&${restText}` }))
    expect(far.statusCode).toBeOneOf(expectedStatuses)
    if (far.statusCode === 200) expect(far.json()).toMatchObject({ page: 100000, limit: 100 })
  }
  // One parser reads the queries of all lists: a sample proves it on each change, the deep run every list.
  const isSampled = (_route: RouteDeclaration, index: number) => index % 6 === 0
  const title = 'of the list %s holds paging and order within their bounds'
  it.each(lists.filter(isSampled).map(toRow))(title, (_path, route) => expectBounds(route))
  it.each(lists.filter((route, index) => !isSampled(route, index)).map(toRow))(
    title,
    { tags: ['deep'] },
    (_path, route) => expectBounds(route),
  )

  it('is refused in the requested language', async () => {
    const messages = await Promise.all(
      ['ko-KR,ko;q=0.9', 'en-US', 'zh-CN,zh;q=0.8', 'fr'].map(async (language) => {
        const response = await api.request({
          url: '/api/v1/boards?limit=101',
          headers: { 'accept-language': language },
        })
        const { message, fields } = response.json<Refusal>()
        return [message, fields?.limit]
      }),
    )
    expect(messages).toEqual([
      ['입력한 내용을 확인해 주세요.', '100 이하여야 합니다.'],
      [expect.stringMatching(/^[\x20-\x7e]+$/), expect.stringContaining('100')],
      [expect.stringMatching(/[\u4e00-\u9fff]/), expect.stringContaining('100')],
      ['입력한 내용을 확인해 주세요.', '100 이하여야 합니다.'],
    ])
  })
})

describe('a body', () => {
  it.each([
    ['broken JSON', '{"title":', 400, 'broken_json'],
    ['nothing', '', 400, 'broken_json'],
    ['two values', '{}{}', 400, 'broken_json'],
    ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`, 400, 'too_deep'],
    ['100,000 levels', '['.repeat(100_000), 400, 'too_deep'],
    ['a list', '[]', 400, 'invalid'],
    ['a text', '"title"', 400, 'invalid'],
    ['a number', '1', 400, 'invalid'],
    ['null', 'null', 400, 'invalid'],
    ['brackets within a text', JSON.stringify({ title: { ko: '['.repeat(60) } }), 201, undefined],
  ])('of %s answers %#', async (_name, body, status, code) => {
    const response = await send('POST', '/api/console/popups', body)
    expect([response.statusCode, response.json<Refusal>().code]).toEqual([status, code])
  })

  it('is at most 256 KB', async () => {
    const body = JSON.stringify({ title: { ko: 'x'.repeat(256 * 1024) } })
    expect((await send('POST', '/api/console/popups', body)).json()).toMatchObject({ code: 'too_large' })
    const lying = await send('POST', '/api/console/popups', '{}', { 'content-length': String(10 ** 9) })
    expect(lying.statusCode).toBe(413)
  })

  it.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'text/json',
    'multipart/form-data; boundary=x',
  ])('of another kind is 415: %s', async (type) => {
    const response = await send('POST', '/api/console/popups', '{}', { 'content-type': type })
    expect([response.statusCode, response.json<Refusal>().code]).toEqual([415, 'wrong_body'])
  })

  it('is refused if none is declared', async () => {
    const response = await send('POST', '/api/console/messages/01900000-0000-7000-8000-000000000000/resend', {
      force: true,
    })
    expect(response.json()).toMatchObject({ code: 'invalid', fields: { force: expect.any(String) } })
  })
})

describe('an answer', () => {
  it('never contains a secret column', async () => {
    for (const route of reads) {
      if (route.access === 'basic' || route.access === 'refresh') continue
      const { body } = await api.request(sentBy(owner, { url: urlOf(route) }))
      expect(body, route.path).not.toMatch(/password_?hash|token_?hash|\$argon2|sha256|"hash"/i)
    }
  })

  it('drops undeclared fields', async () => {
    const { kernel } = api
    const [found] = kernel.routes.filter(({ route }) => route.path === '/api/v1/setting')
    if (!found) throw new Error('no public setting')
    const answer = (await kernel.call(found.route, {}, api.context.scope)) as { setting: object }
    expect(answer.setting).not.toHaveProperty('mail')
  })
})

describe('a path', () => {
  it.each([
    'not-a-uuid',
    '%00',
    '..%2f..',
    "'",
    '01900000-0000-7000-8000-00000000000',
    '1',
    '%F0%9F%98%80',
    '%E0%A4%A',
  ])('with the id %s is 400 or 404', async (id) => {
    const { statusCode } = await api.request(sentBy(owner, { url: `/api/console/popups/${id}` }))
    expect([400, 404]).toContain(statusCode)
  })
})
