import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auth } from '#people/auth/contract.ts'
import { settings } from '#platform/settings/contract.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { addressOf } from '#test/routes/declared-answers.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, allScopes, sentBy } from '#test/server/test-api.ts'
import { modules } from '../modules.ts'

const all = { firm: true, match: true, auction: true, shop: true }
type Site = keyof typeof all

const api = prepareTestApi()
let owner: Actor
beforeAll(async () => {
  await buildSetting(api.context)
  owner = await api.actor(allScopes(api.kernel))
})

/** Switches sites through the API, as staff do, so that the process itself updates its cache. */
const leaveOn = async (switches: typeof all) => {
  const client = api.client(settings, owner)
  const { setting } = await client.get()
  await client.update({ body: { modules: switches, updatedAt: setting.updatedAt } })
}

const routesOf = (site: Site) =>
  modules.flatMap((module) => (module.site === site ? Object.values(module.contract) : []))

// Uses a new address for each call to avoid the rate limit, which other tests cover.
let calls = 0
const statusesOf = async (site: Site, actor: Actor | null) => {
  const answers = new Set<string>()
  for (const route of routesOf(site)) {
    calls += 1
    const remoteAddress = `10.9.${calls >> 8}.${calls & 255}`
    const { statusCode, body } = await api.request({
      ...sentBy(actor, { method: route.method, url: addressOf(route) }),
      remoteAddress,
    })
    answers.add(`${statusCode} ${(JSON.parse(body || '{}') as { code?: string }).code ?? ''}`.trim())
  }
  return [...answers]
}

const scopesInBrowser = async () => {
  const { accessToken } = await api.client(auth, { ...owner, accessToken: owner.refreshToken }).accessToken()
  const [, payload = ''] = accessToken.split('.')
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { scope: string[] }).scope
}

describe.each(Object.keys(all) as Site[])('the disabled site %s', (site) => {
  beforeAll(() => leaveOn({ ...all, [site]: false }))
  afterAll(() => leaveOn(all))

  it('has no route for anyone', async () => {
    expect(await statusesOf(site, null)).toEqual(['404 not_found'])
    expect(await statusesOf(site, owner)).toEqual(['404 not_found'])
  })

  it('has no place in the console, while the others keep theirs', async () => {
    const sectionsOf = (one: Site) =>
      modules.flatMap((module) => (module.site === one ? Object.keys(module.scopes) : []))
    const scopes = await scopesInBrowser()
    const held = (one: Site) => sectionsOf(one).filter((section) => scopes.some((scope) => scope.startsWith(section)))
    expect(held(site)).toEqual([])
    for (const other of (Object.keys(all) as Site[]).filter((one) => one !== site))
      expect(held(other)).toEqual(sectionsOf(other))
  })
})

it('a site that is enabled again answers permitted callers', async () => {
  await leaveOn({ ...all, match: false })
  await leaveOn(all)
  const statuses = await statusesOf('match', null)
  expect(statuses).toContain('200')
  expect(statuses).toContain('401 login_required')
})

it('another process applies a switch within a second', async () => {
  const [route] = routesOf('auction').filter(
    ({ method, access, path }) => method === 'GET' && access === 'public' && !path.includes('{'),
  )
  if (!route) throw new Error('The auction has no public list')
  const status = async () => (await api.request({ url: route.path, remoteAddress: '10.8.0.1' })).statusCode
  expect(await status()).toBe(200)
  const switches = JSON.stringify({ ...all, auction: false })
  await api.services.database.execute(`UPDATE settings SET value = jsonb_set(value, '{modules}', '${switches}')`)
  await expect.poll(status, { timeout: 5000 }).toBe(404)
})
