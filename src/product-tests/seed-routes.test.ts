import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { RouteDeclaration } from '#kit/contract.ts'
import { answersTo, callEmpty, formatAnswer } from '#test/routes/declared-answers.ts'
import { allRoutes } from '#test/routes/route-samples.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, allScopes } from '#test/server/test-api.ts'

/**
 * The calls that the specification names, independent of the contracts: API clients were written for these addresses. A
 * line is a path and the methods it takes; `crud` also takes `/{id}`.
 */
const crud = ['GET', 'POST', 'GET /{id}', 'PUT /{id}', 'DELETE /{id}']

const consoleFamilies: [string, string[]][] = [
  ['auction/authors', crud],
  ['auction/files', crud],
  ['auction/programs', crud],
  ['auction/works', [...crud, 'POST /{id}/wonEmail']],
  ['auction/works/{work}/bids', ['GET', 'POST']],
  ['banners', [...crud, 'POST /{id}/images/{index}', 'DELETE /{id}/images/{index}']],
  ['boards', [...crud, 'POST /{id}/thumb', 'POST /{id}/files']],
  ['center/faqs', [...crud, 'POST /upload']],
  ['center/notifications', [...crud, 'POST /upload']],
  ['center/questions', [...crud, 'POST /upload']],
  [
    'fairs',
    [...crud, 'POST /{id}/thumb/{index}', 'DELETE /{id}/thumb/{index}', 'GET /{id}/matchings', 'GET /{id}/excel'],
  ],
  ['forms', [...crud, 'PUT /{id}/email']],
  ['levels', crud],
  ['messages', ['GET', 'POST', 'GET /{id}', 'POST /test']],
  ['popups', crud],
  ['setting', ['GET', 'PUT']],
  ['lawyers', [...crud, 'POST /{id}/image']],
  ['practices', crud],
  ['shop/categories', crud],
  ['shop/products', [...crud, 'POST /{id}/thumb', 'POST /{id}/images', 'DELETE /{id}/images/{index}']],
  ['statistics/monthlySales', ['GET']],
  ['statistics/dailySales', ['GET']],
  ['statistics/dayOfWeekSales', ['GET']],
  ['statistics/productsSales', ['GET']],
  ['terms', crud],
  ['users', crud],
  ['email', ['POST']],
  ['message', ['POST']],
  ['editor', ['POST']],
]

const publicFamilies: [string, string[]][] = [
  ['auction/halls/{hall}', ['GET']],
  ['auction/programs', ['GET', 'GET /{id}']],
  ['auction/works', ['GET', 'GET /{id}']],
  ['auction/bids', ['GET']],
  ['auction/works/{id}/bids', ['GET', 'POST']],
  ['banners/{code}', ['GET']],
  ['boards', ['GET', 'GET /{id}']],
  ['boards/{id}/comments', ['GET', 'POST', 'PUT /{comment}', 'DELETE /{comment}']],
  ['center/faqs', ['GET']],
  ['center/notifications', ['GET', 'GET /{id}']],
  ['center/questions', ['GET', 'POST', 'GET /{id}', 'POST /upload']],
  ['fairs', ['GET', 'GET /{id}', 'GET /{id}/products', 'GET /{id}/sellers', 'GET /{id}/buyers']],
  ['forms', ['GET', 'POST']],
  ['forms/{kind}', ['GET', 'POST', 'POST /files']],
  ['lawyers', ['GET']],
  ['message', ['POST']],
  ['setting', ['GET']],
  ['practices', ['GET']],
  ['shop/categories', ['GET']],
  ['shop/products', ['GET', 'GET /{id}', 'GET /{id}/thumb', 'GET /{id}/images']],
  ['terms/{code}', ['GET']],
  ['users', ['POST', 'POST /businessRegistration', 'POST /logo', 'POST /photo', 'POST /certify', 'POST /recovery']],
  ['popups', ['GET']],
  ['editor', ['POST']],
  ['me', ['GET', 'PUT', 'POST /withdraw']],
  ['me/bids', ['GET']],
  ['me/bookmarks', ['GET', 'POST', 'DELETE /{id}']],
  ['me/carts', ['GET', 'PUT /{option}', 'DELETE /{option}']],
  ['me/coupons', ['GET', 'POST']],
  ['me/fairs', ['GET', 'POST', 'DELETE /{id}']],
  ['me/inquires', ['GET', 'POST', 'GET /{id}']],
  ['me/introductions', ['GET', 'POST', 'GET /{id}', 'DELETE /{id}']],
  ['me/likes', ['GET', 'POST', 'DELETE /{id}']],
  ['me/matchings', ['GET', 'POST', 'GET /{id}', 'PUT /{id}', 'GET /{id}/schedules', 'POST /{id}/schedules']],
  ['me/orders', ['GET', 'GET /{id}']],
  ['me/points', ['GET']],
  ['me/products', crud],
  ['me/purchases', ['GET']],
  ['me/reviews', ['GET', 'POST']],
  ['me/schedules', ['GET', 'GET /{fair}', 'PUT /{fair}']],
]

const authentication: [string, string[]][] = [
  ['refreshToken', ['GET']],
  ['accessToken', ['GET']],
]

const calls = (
  [
    ['/api/auth', authentication],
    ['/api/console', consoleFamilies],
    ['/api/v1', publicFamilies],
  ] as const
).flatMap(([prefix, families]) =>
  families.flatMap(([path, methods]) =>
    methods.map((line) => {
      const [method = '', rest = ''] = line.split(' ')
      return `${method} ${prefix}/${path}${rest}`
    }),
  ),
)

/** Reads of a resource by its own name; a token, a grid of times, a report and a workbook are named by what they hold. */
const lists = calls.filter(
  (call) => /^GET .*\/[a-zA-Z]+$/.test(call) && !/Token$|\/statistics\/|\/excel$|\}\/schedules$/.test(call),
)

/** The name of a parameter is not part of an address. */
const toAddress = (path: string) => path.replace(/\{\w+\}/g, '{}')
const routesByAddress = new Map<string, RouteDeclaration>(
  allRoutes().map(({ path, route }) => [toAddress(path), route]),
)

const api = prepareTestApi()
let everyone: Actor
beforeAll(async () => {
  everyone = await api.actor(allScopes(api.kernel), { rank: 100 })
})

describe('a call that the specification names', () => {
  it.each(calls)('%s exists and answers', async (call) => {
    const route = routesByAddress.get(toAddress(call))
    if (!route) return expect.unreachable(`${call} is missing`)
    // Log-in routes take a password or a refresh token, and refuse an access token.
    if (route.access === 'basic' || route.access === 'refresh') return
    const answer = await callEmpty(api, route, `Bearer ${everyone.accessToken}`)
    expect(answersTo(route)).toContain(formatAnswer(answer))
    // 405 is what the server answers for an address that takes another method.
    expect(answer.status).not.toBe(405)
  })

  it.each(lists)('%s answers by the name of its resource', (call) => {
    const { answer } = routesByAddress.get(toAddress(call)) ?? {}
    const name = call.split('/').at(-1) ?? ''
    expect(Object.keys((answer as z.ZodObject | undefined)?.shape ?? {})).toContain(name)
  })
})
