import { createConfig, lintFromString } from '@redocly/openapi-core'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { allScopes, sentBy } from '#test/server/test-api.ts'
import { openApiDocument } from './openapi-document.ts'

interface Operation {
  operationId: string
  summary: string
  parameters: { name?: string; in?: string; required?: boolean; schema?: object; $ref?: string }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, object>
  security: Record<string, string[]>[]
}
interface Document {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

const api = prepareTestApi()
let text: string
let document: Document
beforeAll(async () => {
  text = (await api.request({ url: '/api/openapi.json' })).body
  document = JSON.parse(text) as Document
})

const operationOf = (method: string, path: string) => document.paths[path]?.[method.toLowerCase()]

it('passes a public linter with its recommended rules', async () => {
  const problems = await lintFromString({ source: text, config: await createConfig({ extends: ['recommended'] }) })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

it('contains every route of the registry under a unique name', () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  for (const { route } of api.kernel.routes)
    expect(operationOf(route.method, route.path)?.summary, route.path).toBe(route.summary)
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
  expect(operations.length).toBe(api.kernel.routes.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
})

const badBodies = [{}, { updatedAt: '2026-01-01T00:00:00.000Z' }, { surprise: 1 }, 'no JSON']

/**
 * Returns the answers to an owner and a stranger that the document does not declare. `every` adds unusual headers and
 * URLs.
 */
const findUndeclared = async (every: boolean): Promise<string[]> => {
  const owner = await api.actor(allScopes(api.kernel))
  const undeclared = new Set<string>()
  let calls = 0
  for (const { route } of api.kernel.routes) {
    const { method, path } = route
    const declared = Object.keys(operationOf(method, path)?.responses ?? {})
    const url = path.replace(/\{(\w+)\}/g, (_, name) =>
      name === 'id' ? '01900000-0000-7000-8000-000000000000' : 'nobody',
    )
    const bodies = method === 'GET' ? [undefined] : [undefined, ...(every ? badBodies : [{}])]
    const targets: [string, Record<string, string>][] = every
      ? [
          [url, {}],
          [url, { 'if-match': '"0000-01-01T00:00:00.000Z"' }],
          [url, { 'content-type': 'text/plain' }],
          [`${url}?surprise=1`, {}],
          [path.replace(/\{\w+\}/g, 'x'.repeat(300)), {}],
        ]
      : [[url, {}]]
    for (const actor of [owner, null])
      for (const body of bodies)
        for (const [target, headers] of targets) {
          const remoteAddress = `10.0.${calls >> 8}.${calls++ & 255}`
          const sent = sentBy(actor, { method, url: target, body, headers })
          const { statusCode } = await api.request({ ...sent, remoteAddress })
          if (!declared.includes(String(statusCode)) || statusCode >= 500)
            undeclared.add(`${method} ${target.slice(0, 100)} ${JSON.stringify(body)} ${statusCode}`)
        }
  }
  return [...undeclared]
}

it('declares the answers of every route to an empty request', { tags: ['deep'] }, async () => {
  expect(await findUndeclared(false)).toEqual([])
})

it('declares every answer that a route gives', { tags: ['deep'], timeout: 300_000 }, async () => {
  expect(await findUndeclared(true)).toEqual([])
})

it('is served with nosniff and a policy for its own scripts only', async () => {
  for (const url of [
    '/api/docs',
    '/api/docs/',
    '/api/docs/static/index.html',
    '/api/openapi.json',
    '/api/docs/nothing',
  ]) {
    const { headers } = await api.request({ url })
    expect([url, headers['x-content-type-options']]).toEqual([url, 'nosniff'])
    expect([url, headers['referrer-policy']]).toEqual([url, 'strict-origin-when-cross-origin'])
  }
})

it('describes input, answer, refusals and access of each operation', () => {
  for (const { route } of api.kernel.routes) {
    const operation = operationOf(route.method, route.path)
    const names = operation?.parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name)
    expect(names).toEqual([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(
      route.body ? ['application/json'] : route.upload ? ['multipart/form-data'] : [],
    )
    expect(Object.keys(operation?.responses ?? {})).toContain(String(route.answer ? (route.status ?? 200) : 204))
    expect(Object.keys(operation?.responses ?? {})).toContain('503')
    if (route.access === 'public') expect(operation?.security).toEqual([])
    else expect(operation?.responses).toHaveProperty('401')
    if (route.access.startsWith('console')) expect(operation?.security).toEqual([{ bearer: [route.access] }])
  }
  expect(operationOf('POST', '/api/console/boards/{id}/files')?.requestBody).toMatchObject({
    content: {
      'multipart/form-data': {
        schema: { required: ['file'], properties: { file: { type: 'array', items: { format: 'binary' } } } },
      },
    },
  })
})

/** Returns every schema in the document that describes a value. */
const schemasIn = (value: unknown, path = ''): [string, Record<string, unknown>][] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => {
    const own: [string, Record<string, unknown>][] =
      key === 'properties' ? Object.entries(part as object).map(([name, schema]) => [`${path}.${name}`, schema]) : []
    return [...own, ...schemasIn(part, `${path}.${key}`)]
  })
}

it('describes every field by its type', () => {
  /** Untyped by design: record JSON in the audit log, and the current record in a refusal. */
  const free = /\.(before|after|current)$/
  const vague = schemasIn(document).filter(
    ([path, schema]) =>
      !free.test(path) && !['type', '$ref', 'anyOf', 'oneOf', 'enum', 'const'].some((key) => key in schema),
  )
  expect(vague).toEqual([])
})

it('shares refusals, pictures and records as components', () => {
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['Refusal', 'Picture', 'StoredFile', 'Post', 'Popup', 'Banner', 'Lawyer']),
  )
  expect(text.match(/"code":\{"type":"string"\},"fields"/g)).toHaveLength(1)
})

it('serves a reader page from this origin without inline scripts', async () => {
  const page = await api.request({ url: '/api/docs/' })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain(`script-src 'self';`)
  expect(page.body).not.toMatch(/<script(?![^>]* src=)|https?:\/\/|\son\w+=/)
  for (const [, address] of page.body.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const part = await api.request({ url: new URL(address ?? '', 'http://house/api/docs/').pathname })
    expect([address, part.statusCode]).toEqual([address, 200])
  }
})

it('refuses two schemas with one name', () => {
  const [first] = api.kernel.routes
  if (!first) throw new Error('No route')
  const answering = (path: string, field: string) => ({
    ...first,
    route: {
      ...first.route,
      path,
      answer: z.object({ answer: z.object({ [field]: z.string() }).meta({ id: 'NamedTwice' }) }),
    },
  })
  expect(() => openApiDocument([answering('/api/one', 'one')], '1')).not.toThrow()
  expect(() => openApiDocument([answering('/api/one', 'one'), answering('/api/two', 'two')], '1')).toThrow('NamedTwice')
})
