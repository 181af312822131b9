import { eq, sql } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { signAccessToken } from '#kit/auth/tokens.ts'
import { defineModule, type Module } from '#kit/module/module.ts'
import { Kernel } from '#kit/server/kernel.ts'
import { auth } from '#people/auth/contract.ts'
import { sessions } from '#people/auth/table.ts'
import { levels } from '#people/levels/table.ts'
import { users as usersContract } from '#people/users/contract.ts'
import { users } from '#people/users/table.ts'
import { answersTo, callEmpty, formatAnswer } from '#test/routes/declared-answers.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, allScopes } from '#test/server/test-api.ts'
import { modules } from '../../../modules.ts'
import type { RouteDeclaration } from '../../contract.ts'
import { holds, type Scope, scopeOfRoute } from '../../scopes.ts'

/** Every route of the registry; new routes are covered automatically. */
const routes = modules.flatMap(({ contract }) => Object.values(contract))
const guarded = routes.filter(({ access }) => access === 'member' || access.startsWith('console'))
/** All guards are one function before every handler: a sample proves it on each change, the deep run every route. */
const someGuarded = guarded.filter((_route, index) => index % 25 === 0)
const toRow = (route: RouteDeclaration) => [`${route.method} ${route.path}`, route] as const

const api = prepareTestApi()
let everything: Scope[]
beforeAll(async () => {
  everything = allScopes(api.kernel)
})

const actors = new Map<string, Promise<Actor>>()

/** Returns an account with exactly these scopes, created once. */
const actorWith = (scopes: readonly string[]): Promise<Actor> => {
  const key = scopes.toSorted().join()
  const actor = actors.get(key) ?? api.actor(scopes)
  actors.set(key, actor)
  return actor
}

const call = (route: RouteDeclaration, authorization?: string) => callEmpty(api, route, authorization)

const bearer = ({ accessToken }: Pick<Actor, 'accessToken'>) => `Bearer ${accessToken}`

/** Invalid tokens that look valid, each for an account with every scope. */
const forgeries: [string, (actor: Actor) => Promise<string>][] = [
  ['expired', (actor) => signAccessToken(api.services.secret, { ...actor, scope: everything }, Date.now() - 3_600_000)],
  [
    'signed with another secret',
    (actor) => sign(actor, {}, new TextEncoder().encode('another secret, 32 bytes or more too')),
  ],
  [
    'not signed (alg none)',
    async (actor) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const [, payload] = actor.accessToken.split('.')
      return `${part({ alg: 'none', typ: 'at+jwt' })}.${payload}.`
    },
  ],
  ['of another type', (actor) => sign(actor, { typ: 'JWT' })],
  ['of another algorithm', (actor) => sign(actor, { alg: 'HS512' })],
  ['of another issuer', (actor) => sign(actor, { iss: 'elsewhere' })],
  ['for another audience', (actor) => sign(actor, { aud: 'elsewhere' })],
  ['without an end', (actor) => sign(actor, { exp: null })],
  ['of another session', (actor) => sign(actor, { sid: '01900000-0000-7000-8000-000000000000' })],
  [
    'with a changed payload',
    async (actor) => actor.accessToken.replace(/\.(.)/, (_, first) => `.${first === 'e' ? 'f' : 'e'}`),
  ],
  ['a refresh token', async (actor) => actor.refreshToken],
  ['no token at all', async () => 'undefined'],
]

interface Claims {
  typ?: string
  alg?: string
  iss?: string
  aud?: string
  exp?: null
  sid?: string
}
const sign = (actor: Actor, claims: Claims, secret = api.services.secret) => {
  const token = new SignJWT({ sid: claims.sid ?? actor.sessionId, scope: everything })
    .setProtectedHeader({ alg: claims.alg ?? 'HS256', typ: claims.typ ?? 'at+jwt' })
    .setSubject(actor.userId)
    .setIssuer(claims.iss ?? 'daecheong')
    .setAudience(claims.aud ?? 'daecheong:api')
    .setIssuedAt()
  return (claims.exp === null ? token : token.setExpirationTime('10m')).sign(secret)
}

describe('a stranger', () => {
  it.each(routes.filter(({ access }) => access === 'public').map(toRow))('may call %s', async (_name, route) => {
    expect(answersTo(route)).toContain(formatAnswer(await call(route)))
  })

  it.each(routes.filter(({ access }) => access !== 'public').map(toRow))('is refused by %s', async (_name, route) => {
    const { status, code, headers } = await call(route)
    expect([status, code]).toEqual([401, 'login_required'])
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['www-authenticate']).toBeUndefined()
  })
})

describe.each(forgeries)('a token that is %s', (_kind, forge) => {
  const expectRefusals = async (refusing: RouteDeclaration[]) => {
    const actor = await api.actor(everything)
    const authorization = `Bearer ${await forge(actor)}`
    for (const route of refusing)
      expect([route.path, await call(route, authorization)]).toMatchObject([
        route.path,
        { status: 401, code: 'session_expired' },
      ])
  }

  it('opens none of some routes', () => expectRefusals(someGuarded))
  it('opens no route', { tags: ['deep'] }, () => expectRefusals(guarded))
})

describe('a public route that knows members', () => {
  const memberAwareRoutes = routes.filter(({ knowsMember }) => knowsMember)

  it.each(memberAwareRoutes.map(toRow))(
    '%s takes no member for a stranger whose token has run out',
    async (_name, route) => {
      const actor = await api.actor([])
      for (const [, forge] of forgeries) {
        const answer = await call(route, `Bearer ${await forge(actor)}`)
        expect(answer).toMatchObject({ status: 401, code: 'session_expired' })
        expect(answer.headers['cache-control']).toBe('no-store')
      }
      // A guest may proceed, even behind a proxy with its own Basic authentication.
      expect(answersTo(route)).toContain(formatAnswer(await call(route, 'Basic c3RhZ2luZzpzdGFnaW5n')))
      expect(answersTo(route)).toContain(formatAnswer(await call(route, bearer(actor))))
    },
  )

  it('are exactly those whose handlers read the caller', () => {
    expect(memberAwareRoutes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'GET /api/v1/auction/bids',
      'GET /api/v1/auction/works/{id}/bids',
      'GET /api/v1/likes/{kind}/{record}',
      'GET /api/v1/shop/products/{id}/options',
      'POST /api/v1/shop/orders',
    ])
    for (const { access } of memberAwareRoutes) expect(access).toBe('public')
  })
})

describe('an account whose session or state has ended', () => {
  const ways: [string, (actor: Actor) => Promise<unknown>][] = [
    [
      'logged out',
      (actor) => api.client(auth).logout({}, { headers: { authorization: `Bearer ${actor.refreshToken}` } }),
    ],
    [
      'locked',
      ({ userId }) => api.services.database.update(users).set({ state: 'locked' }).where(eq(users.id, userId)),
    ],
    [
      'withdrawn',
      ({ userId }) => api.services.database.update(users).set({ state: 'withdrawn' }).where(eq(users.id, userId)),
    ],
    [
      'idle for 30 minutes',
      ({ sessionId }) =>
        api.services.database
          .update(sessions)
          .set({ usedAt: new Date(Date.now() - 30 * 60_000) })
          .where(eq(sessions.id, sessionId)),
    ],
  ]
  const expectRefusals = async (end: (actor: Actor) => Promise<unknown>, refusing: RouteDeclaration[]) => {
    const actor = await api.actor(everything)
    expect((await call(usersContract.me, bearer(actor))).status).toBe(200)
    await end(actor)
    for (const route of refusing)
      expect([route.path, await call(route, bearer(actor))]).toMatchObject([
        route.path,
        { status: 401, code: 'session_expired' },
      ])
  }

  it.each(ways)('opens none of some routes from the next request on: %s', (_way, end) =>
    expectRefusals(end, someGuarded),
  )
  it.each(ways)('opens no route from the next request on: %s', { tags: ['deep'] }, (_way, end) =>
    expectRefusals(end, guarded),
  )
})

describe('a level', () => {
  let nobody: Actor
  let member: Actor
  beforeAll(async () => {
    nobody = await api.actor([])
    member = await api.actor([])
    const level = sql`(SELECT level_id FROM users WHERE id = ${member.userId})`
    await api.services.database.execute(sql`UPDATE levels SET scopes = '{member}' WHERE id = ${level}`)
  })

  // access-matrix.test.ts calls every route with staff with and without its scope on each change.
  it.each(guarded.map(toRow))('has to hold the scope of %s', { tags: ['deep'] }, async (_name, route) => {
    const isOpen = route.access === 'member'
    for (const actor of [nobody, member]) expect((await call(route, bearer(actor))).code === 'forbidden').toBe(!isOpen)
    if (isOpen) return
    const needed = scopeOfRoute(route) ?? expect.unreachable()
    const otherActor = await actorWith(everything.filter((scope) => !holds([scope], needed)))
    expect(await call(route, bearer(otherActor))).toMatchObject({ status: 403, code: 'forbidden' })
    const withIt = await actorWith(['console', needed])
    expect(answersTo(route)).toContain(formatAnswer(await call(route, bearer(withIt))))
  })

  const inSections = guarded.flatMap((route) => {
    const scope = scopeOfRoute(route)
    return scope?.endsWith(':read') || scope?.endsWith(':write') ? [[...toRow(route), scope] as const] : []
  })
  it.each(inSections)(
    'with read access changes nothing, and with write access reads: %s',
    async (_name, route, scope) => {
      const section = scope.replace(/:(read|write)$/, '')
      const reader = await actorWith(['console', `${section}:read`])
      const writer = await actorWith(['console', `${section}:write`])
      const answer = formatAnswer(await call(route, bearer(reader)))
      if (scope.endsWith(':read')) expect(answersTo(route)).toContain(answer)
      else expect(answer).toBe('403 forbidden')
      expect(answersTo(route)).toContain(formatAnswer(await call(route, bearer(writer))))
    },
  )

  it.each(guarded.filter(({ access }) => access.startsWith('console:')).map(toRow))(
    'has to hold the entrance to the console as well for %s',
    { tags: ['deep'] },
    async (_name, route) => {
      const granted = await actorWith([scopeOfRoute(route) ?? expect.unreachable()])
      expect(await call(route, bearer(granted))).toMatchObject({ status: 403, code: 'forbidden' })
    },
  )

  it('is read from the database instead of the token', { tags: ['deep'] }, async () => {
    const actor = await api.actor([])
    const boastful = await signAccessToken(api.services.secret, { ...actor, scope: everything }, Date.now())
    for (const route of guarded.filter(({ access }) => access !== 'member'))
      expect([route.path, (await call(route, `Bearer ${boastful}`)).code]).toEqual([route.path, 'forbidden'])
  })

  it('takes effect at the next request when it changes', async () => {
    const actor = await api.actor(['console', 'console:popups'])
    const list = routes.find(({ path }) => path === '/api/console/popups')
    if (!list) throw new Error('no list of popups')
    expect((await call(list, bearer(actor))).status).toBe(200)
    const [user] = await api.services.database.select().from(users).where(eq(users.id, actor.userId))
    const grant = (scopes: Scope[]) =>
      api.services.database
        .update(levels)
        .set({ scopes })
        .where(eq(levels.id, user?.levelId ?? ''))
    await grant(['console'])
    expect((await call(list, bearer(actor))).status).toBe(403)
    await grant(['console', 'console:popups:read'])
    expect((await call(list, bearer(actor))).status).toBe(200)
  })
})

describe('what is refused', () => {
  it('has no effect and answers in the requested language', async () => {
    const actor = await api.actor(['console'])
    const messages = await Promise.all(
      ['ko', 'en', 'zh-CN'].map(async (language) => {
        const response = await api.request({
          method: 'POST',
          url: '/api/console/popups',
          headers: { authorization: bearer(actor), 'accept-language': language },
          payload: { title: { ko: '누구의 것도 아님' } },
        })
        expect(response.statusCode).toBe(403)
        return response.json<{ message: string }>().message
      }),
    )
    expect(messages[0]).toBe('접근권한이 없습니다')
    expect(new Set(messages).size).toBe(3)
    const { rows } = await api.services.database.execute('SELECT id FROM popups')
    expect(rows).toEqual([])
  })

  it('is refused before the body is read', async () => {
    const upload = await api.request({
      method: 'POST',
      url: '/api/console/media',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: 'not even a form',
    })
    expect(upload.statusCode).toBe(401)
  })

  it('refuses other spellings of a path: case, method, dot, double slash', async () => {
    for (const [method, url] of [
      ['GET', '/API/console/popups'],
      ['GET', '/api/console//popups'],
      ['GET', '/api/console/popups/'],
      ['GET', '/api/console/./popups/'],
      ['GET', '/api/console/popups%2f'],
      ['PATCH', '/api/console/popups'],
      ['TRACE', '/api/console/popups'],
    ] as const) {
      const response = await api.request({ method: method as 'GET', url })
      expect([url, response.statusCode]).toEqual([url, expect.toSatisfy((status) => status === 404 || status === 401)])
      expect(response.body).not.toContain('<')
    }
  })
})

describe('the registry', () => {
  const nothing = defineModule({ name: 'nothing', contract: {}, handlers: {} })

  it('does not start with a route that declares no access, or without a handler', () => {
    const route = { method: 'GET', path: '/api/v1/open', summary: 'Open.' } as unknown as RouteDeclaration
    const made = (handlers: Module['handlers']) => () =>
      new Kernel({ ...api.services, modules: [{ ...nothing, contract: { open: route }, handlers }] })
    expect(made({ open: async () => null })).toThrow('No access declared')
    expect(made({})).toThrow('No handler')
  })

  it('denies an unknown access', async () => {
    const actor = await api.actor([...everything, 'console:nothing'])
    const route: RouteDeclaration = { method: 'GET', path: '/api/x', summary: 'X.', access: 'console:something' }
    const handlers = { route: async () => null }
    const kernel = new Kernel({ ...api.services, modules: [{ ...nothing, contract: { route }, handlers }] })
    const scope = {
      ...api.context.scope,
      principal: { ...actor, username: '', name: '', level: '', rank: 0, scopes: everything },
    }
    await expect(kernel.call(route, {}, scope)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
