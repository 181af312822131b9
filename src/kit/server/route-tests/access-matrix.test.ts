import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { form, pdf } from '#test/files/sample-files.ts'
import { buildSender } from '#test/providers/build-sender.ts'
import { createVerifyingProvider } from '#test/providers/identity-stand-in.ts'
import { answersTo, callEmpty, formatAnswer } from '#test/routes/declared-answers.ts'
import type { Sample } from '#test/routes/module-samples.ts'
import { allRoutes, routeSamples, type Tested } from '#test/routes/route-samples.ts'
import { fingerprintOf } from '#test/server/database-fingerprint.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, allScopes, multipart, sentBy } from '#test/server/test-api.ts'
import { type Access, PendingCall, type RouteDeclaration } from '../../contract.ts'
import { holds, scopeOfRoute } from '../../scopes.ts'
import { Context, publicScope } from '../context.ts'

/**
 * Tests every route of the registry with every role. Expectations derive from the declared access: a new route is
 * covered automatically, and one with an unknown access fails.
 */
const roles = ['nobody', 'person', 'company', 'staff without the scope', 'staff with the scope', 'owner'] as const
type Role = (typeof roles)[number]
type Expected = 'allowed' | '401 login_required' | '403 forbidden'

const all = (expected: Expected) => Object.fromEntries(roles.map((role) => [role, expected])) as Record<Role, Expected>

const expectedBy = (access: Access): Record<Role, Expected> => {
  switch (access) {
    case 'public':
      return all('allowed')
    // An access token is neither a password nor a refresh token.
    case 'basic':
    case 'refresh':
      return all('401 login_required')
    case 'member':
      return { ...all('allowed'), nobody: '401 login_required' }
    case 'console':
      return {
        ...all('403 forbidden'),
        nobody: '401 login_required',
        'staff with the scope': 'allowed',
        owner: 'allowed',
      }
    default:
      if (!access.startsWith('console:')) throw new Error(`Nothing is expected of the access ${access}`)
      return expectedBy('console')
  }
}

const formatRefusal = (status: number, code: string) => `${status} ${code}`

// Required by card payment routes; no test calls the provider.
const api = prepareTestApi({ environment: { CARD_URL: 'toss://key:secret@127.0.0.1:9' } })
let actors: Record<'person' | 'company' | 'owner', Actor>
let fingerprint: () => Promise<string>
const staff = new Map<string, Actor>()
beforeAll(async () => {
  await buildSender(api)
  api.services.identity = createVerifyingProvider(api.clock.now)
  const everything = allScopes(api.kernel)
  actors = {
    person: await api.actor([]),
    company: await api.actor([], { kind: 'COMPANY' }),
    owner: await api.actor(everything, { rank: 100 }),
  }
  fingerprint = await fingerprintOf(api.services.database)
})

/** Returns a staff account with these scopes, created once. */
const staffWith = async (scopes: readonly string[]): Promise<Actor> => {
  const key = scopes.toSorted().join()
  const actor = staff.get(key) ?? (await api.actor(scopes))
  staff.set(key, actor)
  return actor
}

const actorOf = async (role: Role, route: RouteDeclaration): Promise<Actor | null> => {
  if (role === 'nobody') return null
  const needed = scopeOfRoute(route)
  if (role === 'staff with the scope') return staffWith([...new Set(['console', ...(needed ? [needed] : [])])])
  if (role !== 'staff without the scope') return actors[role]
  // Account with every scope except this one, any that includes it, and the matching `together` scope.
  const asking = needed?.replace(/:write$/, ':together')
  return staffWith(
    allScopes(api.kernel).filter((scope) => needed === null || (scope !== asking && !holds([scope], needed))),
  )
}

const contextOf = (actor: Actor): Context => {
  const account = { username: 'x', name: 'x', level: 'x', rank: 100, scopes: allScopes(api.kernel) }
  return new Context(api.services, { ...publicScope('ko'), principal: { ...actor, ...account } })
}

let calls = 0
const send = async (
  actor: Actor | null,
  { method, path, upload }: RouteDeclaration,
  { params = {}, body }: Partial<Sample>,
) => {
  calls += 1
  const file = upload && (await multipart(form(upload.field, ['견적.pdf', pdf()])))
  const url = path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '01900000-0000-7000-8000-000000000000')
  return api.request({
    ...sentBy(actor, { method, url, ...(body && { body }), ...(file && { headers: file.headers }) }),
    ...(file && { payload: file.payload }),
    remoteAddress: `10.3.${(calls >> 8) & 255}.${calls & 255}`,
  })
}

const makerFor = (actor: () => Actor) =>
  routeSamples(
    () => contextOf(actor()),
    async (route, sample) => {
      const response = await send(actor(), route, sample as Partial<Sample>)
      if (response.statusCode >= 300) throw new Error(`${route.path}: ${response.statusCode} ${response.body}`)
      return response.json()
    },
  )

const routes = allRoutes()

describe.each(routes)('$path', (tested) => {
  const { route } = tested
  const expected = expectedBy(route.access)

  it('is open only to the roles of its access', async () => {
    for (const role of roles) {
      const actor = await actorOf(role, route)
      const answer = await callEmpty(api, route, actor ? `Bearer ${actor.accessToken}` : undefined)
      const allowedAnswers = expected[role] === 'allowed' ? answersTo(route) : [expected[role]]
      expect([role, allowedAnswers]).toEqual([role, expect.arrayContaining([formatAnswer(answer)])])
    }
  })

  const refused = roles.filter((role) => expected[role] !== 'allowed')
  // All refusals come from one place before every handler; the deep run verifies it with a real body for each route.
  it.skipIf(refused.length === 0)('changes nothing for refused callers', { tags: ['deep'] }, async () => {
    const maker = await api.actor(allScopes(api.kernel))
    const sample = (await (await makerFor(() => maker)).find(tested)) ?? {}
    // Accounts are created on first use, which would change the fingerprint.
    const callers = await Promise.all(refused.map(async (role) => [role, await actorOf(role, route)] as const))
    const before = await fingerprint()
    for (const [role, caller] of callers) {
      const response = await send(caller, route, sample)
      expect([role, formatRefusal(response.statusCode, response.json().code)]).toEqual([role, expected[role]])
    }
    expect(await fingerprint()).toBe(before)
  })
})

const approvalRoutes = routes.filter(({ route }) => route.together)

describe.each(approvalRoutes)('$path, of staff who may do it with another person', (tested) => {
  const { route } = tested

  it('is stored for approval and not executed', async () => {
    const asker = await staffWith(['console', `${scopeOfRoute(route)}`.replace(/:write$/, ':together')])
    const maker = await api.actor(allScopes(api.kernel))
    const sample = await (await makerFor(() => maker)).find(tested)
    if (!sample?.params) throw new Error(`Needed in src/*/${tested.module}/factory.ts: a sample of ${tested.key}.`)
    const response = await send(asker, route, sample)
    expect([response.statusCode, response.json()]).toEqual([202, PendingCall.parse(response.json())])
    // A second call finds the pending request.
    const repeated = await send(asker, route, sample)
    expect(formatRefusal(repeated.statusCode, repeated.json().code)).toBe('409 asked_already')
  })
})

/** Member routes whose parameter names a record that everyone may access. */
const ofOpenRecords = [
  'GET /api/v1/boards/{id}/comments/mine',
  'POST /api/v1/boards/{id}/comments',
  'GET /api/v1/me/schedules/{fair}',
  'PUT /api/v1/me/schedules/{fair}',
  'PUT /api/v1/me/schedules/{fair}/draft',
  'GET /api/v1/auction/programs/{id}/entry',
  'POST /api/v1/auction/programs/{id}/entry',
  'POST /api/v1/auction/works/{id}/questions',
  'GET /api/v1/auction/works/{id}/notice',
  'PUT /api/v1/auction/works/{id}/notice',
  'POST /api/v1/auction/works/{id}/bids',
  'POST /api/v1/shop/products/{id}/questions',
  'PUT /api/v1/me/carts/{option}',
  'POST /api/v1/me/carts/{option}/swap',
  'DELETE /api/v1/me/carts/{option}',
]

/** Meeting rooms: staff who may read matchings can enter, members who are not a party cannot. */
const ofStaffToo = [
  'GET /api/v1/me/matchings/{id}/meeting',
  'POST /api/v1/me/matchings/{id}/meeting',
  'GET /api/v1/me/matchings/{id}/meeting/guests',
  'POST /api/v1/me/matchings/{id}/meeting/guests',
  'POST /api/v1/me/matchings/{id}/meeting/files',
  'POST /api/v1/me/matchings/{id}/meeting/files/{file}',
]

const owned = routes.filter(
  ({ path, route }) => route.access === 'member' && route.path.includes('{') && !ofOpenRecords.includes(path),
)

describe.each(owned)('a record of another account at $path', (tested: Tested) => {
  const { path, route } = tested
  // Each module tests the records of others too; the deep run tests every route here.
  const tags = owned.indexOf(tested) % 4 === 0 ? [] : ['deep']

  it('is answered as missing and stays unchanged', { tags }, async () => {
    const owner = await api.actor([])
    const maker = await makerFor(() => owner)
    const sample = await maker.find(tested)
    if (!sample?.params) throw new Error(`Needed in src/*/${tested.module}/factory.ts: a sample of ${tested.key}.`)
    const before = await fingerprint()
    const otherActors = [actors.person, actors.company, ...(ofStaffToo.includes(path) ? [] : [actors.owner])]
    for (const other of otherActors) {
      const response = await send(other, route, sample)
      expect(formatRefusal(response.statusCode, response.json().code)).toBe('404 not_found')
    }
    expect(await fingerprint()).toBe(before)
    // The id is valid: its owner gets access.
    const ownAnswer = await send(owner, route, sample)
    expect([ownAnswer.statusCode, ownAnswer.body]).toEqual([
      route.status ?? (route.answer ? 200 : 204),
      expect.any(String),
    ])
  })
})

it('lists only existing routes', () => {
  const knownPaths = new Set(routes.map(({ path }) => path))
  expect([...ofOpenRecords, ...ofStaffToo].filter((path) => !knownPaths.has(path))).toEqual([])
})

it('detects a change of any table', async () => {
  const before = await fingerprint()
  await api.services.database.execute(sql`UPDATE levels SET rank = rank WHERE false`)
  expect(await fingerprint()).toBe(before)
  await api.services.database.execute(sql`UPDATE users SET name = name || '.' WHERE id = ${actors.person.userId}`)
  expect(await fingerprint()).not.toBe(before)
})
