import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bannerInput } from '#content/banners/factory.ts'
import { buildBoard, postInput, postText } from '#content/boards/factory.ts'
import { sectionInput } from '#content/pages/factory.ts'
import { popupInput } from '#content/popups/factory.ts'
import { lawyerInput } from '#firm/lawyers/factory.ts'
import { officeInput } from '#firm/offices/factory.ts'
import { practiceInput } from '#firm/practices/factory.ts'
import { type Actor, allScopes, createTestApi, sentBy, type TestApi } from '#test/api.ts'
import { modules } from '../../modules.ts'
import type { Refusal, RouteDeclaration } from '../contract.ts'

let api: TestApi
let owner: Actor
beforeAll(async () => {
  api = await createTestApi()
  await buildBoard(api.context)
  owner = await api.actor(allScopes(api.kernel))
})
afterAll(() => api.close())

const routes = modules.flatMap(({ contract }) => Object.values(contract))
const reads = routes.filter(({ method }) => method === 'GET')
const named = (route: RouteDeclaration) => [route.path, route] as const
const urlOf = ({ path }: RouteDeclaration) =>
  path.replace(/\{(\w+)\}/g, (_, name) => (name === 'id' ? '01900000-0000-7000-8000-000000000000' : 'home'))

/** What the API takes for a new record, by the path it is posted to. */
const bodies: Record<string, () => object> = {
  '/api/console/boards': () =>
    postInput({ category: 'guide', slug: 'a-slug', texts: { ko: postText({ summary: '요약', body: '<p>본문</p>' }) } }),
  '/api/console/popups': () => popupInput({ link: '/story', paths: ['/', '/story'] }),
  '/api/console/banners': () => bannerInput({ link: 'https://example.com/' }),
  '/api/console/lawyers': () => lawyerInput({ comment: { ko: '한 줄' }, practices: ['building'], office: 'seoul' }),
  '/api/console/practices': () => practiceInput(),
  '/api/console/offices': () => officeInput({ fax: '02-000-1201', hours: { ko: '09–18시' } }),
  '/api/console/pages': () => sectionInput({ items: [{ title: { ko: '카드' }, text: { ko: '글' }, link: '/' }] }),
  '/api/console/messages/test': () => ({ to: 'staff@example.com', subject: '시험' }),
}

// From another address each time: how often one may call is tested elsewhere.
let calls = 0
const send = (method: 'POST' | 'PUT', url: string, body: unknown, headers: Record<string, string> = {}) => {
  calls += 1
  const remoteAddress = `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`
  return api.request({ ...sentBy(owner, { method, url, body, headers }), remoteAddress })
}

describe('a query', () => {
  it.each(reads.filter(({ access }) => !['basic', 'refresh'].includes(access)).map(named))(
    'of %s takes no key that is not declared, and says which',
    async (_path, route) => {
      const response = await api.request(sentBy(owner, { url: `${urlOf(route)}?surprise=1` }))
      expect(response.statusCode).toBe(400)
      expect(response.json<Refusal>().fields).toHaveProperty('surprise')
    },
  )

  it('never carries a name and password to log in with', async () => {
    for (const path of ['refreshToken', 'accessToken']) {
      const response = await api.request({ url: `/api/auth/${path}?username=a&password=b` })
      expect(response.json()).toMatchObject({ code: 'invalid', fields: { username: expect.any(String) } })
    }
  })

  const shapeOf = (query: unknown) => (query as { shape: object } | undefined)?.shape ?? {}
  const lists = reads.filter(({ query }) => 'page' in shapeOf(query) && 'limit' in shapeOf(query))
  it.each(lists.map(named))('of the list %s holds paging and order within their bounds', async (_path, route) => {
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
      const response = await api.request(sentBy(owner, { url: `${urlOf(route)}?${query}` }))
      expect([query, response.statusCode]).toEqual([query, 400])
      expect([query, Object.keys(response.json<Refusal>().fields ?? {})]).toEqual([query, [query.split('=')[0]]])
    }
    for (const q of ["' OR 1=1 --", '%', '_', '\\', '"', '{}', '😀', '한글', '\u202e', '$1'])
      expect((await api.request(sentBy(owner, { url: urlOf(route), query: { q } }))).statusCode).toBe(200)
    const far = await api.request(sentBy(owner, { url: `${urlOf(route)}?page=100000&limit=100` }))
    expect(far.json()).toMatchObject({ page: 100000, limit: 100 })
  })

  it('is refused in the language asked for', async () => {
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
    expect([response.statusCode, response.json<Refusal>().code]).toEqual([415, 'wrong_kind'])
  })

  it('is not taken where none is declared', async () => {
    const response = await send('POST', '/api/console/messages/01900000-0000-7000-8000-000000000000/resend', {
      force: true,
    })
    expect(response.json()).toMatchObject({ code: 'invalid', fields: { force: expect.any(String) } })
  })
})

type Leaf = { path: (string | number)[]; value: unknown }
const leavesOf = (value: unknown, path: Leaf['path'] = []): Leaf[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) =>
        leavesOf(part, [...path, Array.isArray(value) ? Number(key) : key]),
      )
    : [{ path, value }]

const replaced = (value: unknown, [key, ...rest]: Leaf['path'], by: unknown): unknown => {
  if (key === undefined) return by
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  const part = copy as Record<string | number, unknown>
  part[key] = replaced(part[key], rest, by)
  return copy
}

const texts = [
  "'; DROP TABLE posts; --",
  "' OR '1'='1",
  '$1 $$ {{7*7}} #{7*7}',
  '../../../../etc/passwd',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '//evil.example',
  '=HYPERLINK("http://evil.example")',
  'a\r\nBcc: everybody@example.com',
  '__proto__',
  'constructor',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\ufffe\uffff',
  '\u202eevil',
  '👩‍👩‍👧‍👦🇰🇷한글漢字',
  'ㅎㅈ 하자',
  '  ',
  '\\',
  '%_%',
  'x'.repeat(5000),
]
const values = [null, true, 0, -1, 1e308, 2 ** 53, [], {}, [[]], { ko: 1 }, { $gt: '' }, { __proto__: { a: 1 } }]

describe.each(Object.keys(bodies))('every field of %s', (path) => {
  const body = () => bodies[path]?.() ?? {}

  it('is taken as it should be', async () => {
    expect((await send('POST', path, body())).statusCode).toBe(201)
  })

  it('takes no hostile text, number or shape for a fault of the server', async () => {
    const count = leavesOf(body()).length
    for (let index = 0; index < count; index += 1)
      for (const hostile of [...texts, ...values]) {
        const fresh = body()
        const leaf = leavesOf(fresh)[index]
        if (!leaf) continue
        const response = await send('POST', path, replaced(fresh, leaf.path, hostile))
        expect([leaf.path, hostile, response.statusCode]).toEqual([
          leaf.path,
          hostile,
          expect.toSatisfy((status) => status === 201 || status === 400 || status === 409),
        ])
        if (response.statusCode === 400) expect(response.json<Refusal>().fields).not.toEqual({})
      }
    // What was stored can be read again.
    const list = path.replace(/\/test$/, '')
    expect((await api.request(sentBy(owner, { url: `${list}?limit=100` }))).statusCode).toBe(200)
  }, 60_000)

  it('stands alone: nothing undeclared is taken or stored, at any depth', async () => {
    for (const name of ['_id', 'id', 'createdAt', 'level', 'price', 'scope', 'authorId', 'constructor', 'toString']) {
      const response = await send('POST', path, { ...body(), [name]: 'mine' })
      expect([name, response.statusCode]).toEqual([name, 400])
      expect(Object.keys(response.json<Refusal>().fields ?? {})).toEqual([name])
    }
    const polluted = JSON.stringify(body()).replace('{', '{"__proto__":{"polluted":true},')
    const response = await send('POST', path, polluted)
    expect(response.body).not.toContain('polluted')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('an answer', () => {
  it('never holds a secret column, whoever asks for what', async () => {
    for (const route of reads) {
      if (route.access === 'basic' || route.access === 'refresh') continue
      const { body } = await api.request(sentBy(owner, { url: urlOf(route) }))
      expect(body, route.path).not.toMatch(/password_?hash|token_?hash|\$argon2|sha256|"hash"/i)
    }
  })

  it('drops what its contract does not declare', async () => {
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
  ])('with the id %s is 400 or 404, never a fault', async (id) => {
    const { statusCode } = await api.request(sentBy(owner, { url: `/api/console/popups/${id}` }))
    expect([400, 404]).toContain(statusCode)
  })
})
