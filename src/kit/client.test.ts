import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createClient, fillPath, toQuery } from './client.ts'
import { route } from './contract.ts'
import { matchPath } from './server/kernel.ts'

describe('a path', () => {
  it('fills in parameters, none of which can add a segment', () => {
    expect(fillPath('/api/v1/banners/{code}', { code: 'home-top' })).toBe('/api/v1/banners/home-top')
    expect(fillPath('/a/{b}/c/{d}', { b: '../x', d: '한/글?#' })).toBe('/a/..%2Fx/c/%ED%95%9C%2F%EA%B8%80%3F%23')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (value) => {
        fc.pre(value.isWellFormed())
        const path = fillPath('/api/{one}/end', { one: value })
        expect(path.split('/')).toHaveLength(4)
        expect(matchPath('/api/{one}/end', path)).toEqual({ one: value })
      }),
    )
  })

  it('matches only declared paths', () => {
    expect(matchPath('/api/v1/boards', '/api/v1/boards')).toEqual({})
    for (const other of ['/api/v1/boards/', '/api/v1', '/api/v1/boards/x', '/api/V1/boards', '//api/v1/boards'])
      expect([other, matchPath('/api/v1/boards', other)]).toEqual([other, null])
    expect(matchPath('/a/{b}', '/a/')).toBeNull()
    expect(matchPath('/a/{b}', '/a/%E0%A4%A')).toBeNull()
  })
})

describe('a query', () => {
  it('omits missing values and keeps zero and false', () => {
    expect(toQuery({ a: 1, b: undefined, c: null, d: '', e: 0, f: false, g: '가 &' }).toString()).toBe(
      'a=1&e=0&f=false&g=%EA%B0%80+%26',
    )
  })
})

describe('the typed client', () => {
  it('has one function per route, which passes one call to its transport', async () => {
    const contract = {
      find: route({
        method: 'GET',
        path: '/api/v1/things/{id}',
        access: 'public',
        summary: 'One thing.',
        params: z.strictObject({ id: z.string() }),
        query: z.strictObject({ q: z.string().optional() }),
        answer: z.object({ thing: z.string() }),
      }),
      change: route({
        method: 'PUT',
        path: '/api/v1/things',
        access: 'member',
        summary: 'Change it.',
        body: z.strictObject({ name: z.string() }),
        status: 204,
      }),
    }
    const calls: unknown[] = []
    const client = createClient(contract, async ({ route: { method }, path, query, body, options }) => {
      calls.push([method, path, String(query), body, options.headers])
      return { thing: 'x' }
    })
    expect((await client.find({ params: { id: 'a/b' }, query: { q: '말' } })).thing).toBe('x')
    await client.change({ body: { name: 'n' } }, { headers: { 'idempotency-key': 'k' } })
    expect(calls).toEqual([
      ['GET', '/api/v1/things/a%2Fb', 'q=%EB%A7%90', undefined, undefined],
      ['PUT', '/api/v1/things', '', { name: 'n' }, { 'idempotency-key': 'k' }],
    ])
  })
})
