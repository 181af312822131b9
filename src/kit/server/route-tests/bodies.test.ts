// @module-tag deep
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildSender } from '#test/providers/build-sender.ts'
import { createVerifyingProvider } from '#test/providers/identity-stand-in.ts'
import type { Sample } from '#test/routes/module-samples.ts'
import { allRoutes, routeSamples, storedIn } from '#test/routes/route-samples.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, allScopes, sentBy } from '#test/server/test-api.ts'
import type { Refusal, RouteDeclaration } from '../../contract.ts'
import { Context, publicScope } from '../context.ts'

const api = prepareTestApi()
let owner: Actor
let context: Context
/** Creates an account with every scope, which makes the calls and owns the samples. */
const enter = async () => {
  const scopes = allScopes(api.kernel)
  owner = await api.actor(scopes, { password: 'a sentence of several words' })
  const account = { username: 'owner', name: 'owner', level: 'owner', rank: 100, scopes }
  context = new Context(api.services, { ...publicScope('ko'), principal: { ...owner, ...account } })
}
beforeAll(async () => {
  await buildSender(api)
  api.services.identity = createVerifyingProvider(api.clock.now)
})
// Recreate the owner before each test: some calls end the caller's session or account.
beforeEach(enter)

/** Every route of the registry with a body; new routes are covered automatically. */
const routes = allRoutes().filter(({ route }) => route.body)

// Use a new address for each call; rate limits are tested elsewhere.
let calls = 0
const send = ({ method, path }: RouteDeclaration, { params = {}, body }: Omit<Sample, 'body'> & { body: unknown }) => {
  calls += 1
  const url = path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? 'none')
  const remoteAddress = `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`
  return api.request({ ...sentBy(owner, { method, url, body }), remoteAddress })
}

const { samples, sampleOf } = await routeSamples(
  () => context,
  async (route, sample) => {
    const response = await send(route, { ...sample, body: sample.body })
    expect([response.statusCode, response.body]).toEqual([route.status ?? 200, expect.any(String)])
    return response.json()
  },
)

type Leaf = { path: (string | number)[]; value: unknown }
const partsOf = (value: object): [string, unknown][] => {
  const parts = Object.entries(value)
  return Array.isArray(value) && parts.length > 3 ? [...parts.slice(0, 2), ...parts.slice(-1)] : parts
}

/**
 * Returns the leaves of a value. Of a list, only those of its first two items and its last one: the others have the
 * same shape.
 */
const leavesOf = (value: unknown, path: Leaf['path'] = []): Leaf[] =>
  typeof value === 'object' && value !== null
    ? partsOf(value).flatMap(([key, part]) => leavesOf(part, [...path, Array.isArray(value) ? Number(key) : key]))
    : [{ path, value }]

const replaced = (value: unknown, [key, ...rest]: Leaf['path'], by: unknown): unknown => {
  if (key === undefined) return by
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  const part = copy as Record<string | number, unknown>
  part[key] = replaced(part[key], rest, by)
  return copy
}

/** Values that PostgreSQL, dates or numbers cannot represent: every field is tested with each. */
const unstorable = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x'.repeat(5000),
  '275760-09-13T00:00:00.000Z',
  null,
  1e308,
  2 ** 53,
  {},
  [[]],
]
/** Strings with a meaning for other programs: each field is tested with a third of them, in rotation. */
const misleading = [
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
  '\udc00\ud800',
  '\ufffe\uffff',
  '\u202eevil',
  '👩‍👩‍👧‍👦🇰🇷한글漢字',
  'ㅎㅈ 하자',
  '  ',
  '\\',
  '%_%',
  '0000-01-01T00:00:00.000Z',
  '1899-12-31T23:59:59.999Z',
  '2201-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  true,
  0,
  -1,
  [],
  { ko: 1 },
  { $gt: '' },
  { __proto__: { a: 1 } },
]
const hostileTo = (field: number): readonly unknown[] => [
  ...unstorable,
  ...misleading.filter((_, index) => (index + field) % 3 === 0),
]

/** Accepted statuses for an invalid body, or one that arrives too late. */
const refusals = [400, 403, 404, 409, 412, 422, 429]

it('has samples of existing routes only', () => {
  const routeKeys = new Set(allRoutes().map(({ module, key }) => `${module}.${key}`))
  const sampleKeys = [...samples].flatMap(([module, all]) => Object.keys(all).map((key) => `${module}.${key}`))
  expect(sampleKeys.filter((name) => !routeKeys.has(name))).toEqual([])
})

describe.each(routes)('the body of $path', (tested) => {
  const { route, contract } = tested
  const success = route.status ?? (route.answer ? 200 : 204)

  it('is accepted as declared', async () => {
    const sample = await sampleOf(tested)
    expect(z.safeParse(route.body as z.ZodType, sample.body).error).toBeUndefined()
    const { statusCode, body } = await send(route, sample)
    // Passwords and request numbers are secrets: no sample value is correct.
    const secret = ['/api/v1/me/password', '/api/v1/forms/status'].includes(route.path)
    expect([statusCode, body]).toEqual([secret ? expect.toSatisfy((s) => refusals.includes(s)) : success, body])
  })

  it('answers hostile texts, numbers and shapes without a server error', async () => {
    let sample = await sampleOf(tested)
    const count = leavesOf(sample.body).length
    for (let index = 0; index < count; index += 1)
      for (const hostile of hostileTo(index)) {
        const leaf = leavesOf(sample.body)[index]
        if (!leaf) continue
        const response = await send(route, { ...sample, body: replaced(sample.body, leaf.path, hostile) })
        const { statusCode } = response
        expect([leaf.path, hostile, statusCode]).toEqual([
          leaf.path,
          hostile,
          expect.toSatisfy((status) => status === success || refusals.includes(status)),
        ])
        if (statusCode === 400) expect(response.json<Refusal>().fields).not.toEqual({})
        // A single account would hit rate limits, and a call without an answer may have ended it.
        if (statusCode === 429 || statusCode === 204) await enter()
        if (statusCode !== success && statusCode !== 429) continue
        // The sample's base version has changed, or the sample is used up, such as a ticket or proof.
        const updatedAt = statusCode === 200 ? storedIn(response.json()).updatedAt : undefined
        const isReusable = ['update', 'saveDraft'].includes(tested.key)
        if (updatedAt && sample.body.updatedAt && isReusable) sample.body.updatedAt = updatedAt
        else sample = await sampleOf(tested)
      }
    if (tested.key !== 'create' || contract.list?.path !== route.path) return
    // Stored records must be readable.
    const list = await api.request(sentBy(owner, { url: `${route.path}?limit=100` }))
    expect(list.statusCode).toBe(200)
  }, 240_000)

  it('is limited to its declared fields', async () => {
    const sample = await sampleOf(tested)
    const declared = (route.body as Partial<z.ZodObject>).shape ?? {}
    for (const name of ['_id', 'createdAt', 'level', 'price', 'scope', 'authorId', 'constructor', 'toString']) {
      if (Object.hasOwn(declared, name)) continue
      const response = await send(route, { ...sample, body: { ...sample.body, [name]: 'mine' } })
      expect([name, response.statusCode]).toEqual([name, 400])
      expect(Object.keys(response.json<Refusal>().fields ?? {})).toEqual([name])
    }
    const polluted = JSON.stringify(sample.body).replace('{', '{"__proto__":{"polluted":true},')
    const response = await send(route, { ...sample, body: polluted })
    expect(response.body).not.toContain('polluted')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})
