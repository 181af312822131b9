import { afterEach, describe, expect, it } from 'vitest'
import { auth } from '#people/auth/contract.ts'
import { buildUser } from '#people/users/factory.ts'
import { type Actor, sentBy } from '#test/server/test-api.ts'
import { prepareBench } from '#test/suites/check-plain-resource.ts'
import { buildSetting } from '../factory.ts'
import { isAdmitted } from './check-networks.ts'
import { emptySetting } from './read-settings.ts'

const bench = prepareBench(['console:setting'])
afterEach(() => buildSetting(bench.api.context))

const ownAddress = '203.0.113.7'
const defaultSecurity = emptySetting.security
const requestFrom = (remoteAddress: string, url: string, actor: Actor | null = bench.editor, headers = {}) =>
  bench.api.request({ ...sentBy(actor, { url, headers }), remoteAddress })

/** Saves the networks from a client at an address. */
const saveNetworks = async (networks: string[], remoteAddress = ownAddress) => {
  const { setting } = (await requestFrom('127.0.0.1', '/api/console/setting')).json()
  const response = await bench.api.request({
    ...sentBy(bench.editor, {
      method: 'PUT',
      url: '/api/console/setting',
      body: { security: { ...defaultSecurity, networks }, updatedAt: setting.updatedAt },
    }),
    remoteAddress,
  })
  return { status: response.statusCode, body: response.json() }
}

describe('a network', () => {
  it.each([
    ['203.0.113.7', ['203.0.113.7'], true],
    ['203.0.113.8', ['203.0.113.7'], false],
    ['203.0.113.255', ['203.0.113.0/24'], true],
    ['203.0.114.1', ['203.0.113.0/24', '10.0.0.0/8'], false],
    ['::ffff:203.0.113.9', ['203.0.113.0/24'], true],
    ['2001:db8:1::5', ['2001:db8::/32'], true],
    ['2001:db9::5', ['2001:db8::/32'], false],
    ['fe80::1%eth0', ['fe80::/10'], true],
    ['', ['0.0.0.0/0'], false],
    ['unix', ['0.0.0.0/0'], false],
    ['127.0.0.1', [], false],
  ])('%s in %j: %s', (address, networks, expected) => expect(isAdmitted(networks, address)).toBe(expected))
})

describe('the console', () => {
  it('can be restricted to networks that include the caller’s own', async () => {
    const shut = await saveNetworks(['198.51.100.0/24'])
    expect(shut).toMatchObject({ status: 400, body: { fields: { 'security.networks': expect.any(String) } } })
    expect((await requestFrom(ownAddress, '/api/console/setting')).statusCode).toBe(200)
    expect((await saveNetworks(['198.51.100.0/24', '203.0.113.0/24'])).status).toBe(200)
    expect((await requestFrom(ownAddress, '/api/console/setting')).statusCode).toBe(200)
    const outside = await requestFrom('192.0.2.1', '/api/console/setting')
    expect([outside.statusCode, outside.json().code]).toEqual([403, 'network_refused'])
    // Paths outside the console are unaffected and reveal nothing about it.
    expect((await requestFrom('192.0.2.1', '/api/v1/me')).statusCode).toBe(200)
    expect((await requestFrom('192.0.2.1', '/api/v1/setting', null)).body).not.toContain('198.51.100')
  })

  it('refuses its pages from other networks with a localized message', async () => {
    await saveNetworks([ownAddress])
    for (const url of ['/console', '/console/users', '/en/console/users', '/%63onsole/users', '/Console/users']) {
      const page = await requestFrom('192.0.2.1', url, null, { accept: 'text/html', 'accept-language': 'en' })
      expect([url, page.statusCode]).toEqual([url, 403])
      expect(page.body).toContain('can’t be used from this network')
    }
    // These tests run the API only: an admitted address gets 404 instead of the page.
    expect((await requestFrom(ownAddress, '/console/users', null)).statusCode).toBe(404)
    expect((await requestFrom('192.0.2.1', '/consoles', null)).statusCode).toBe(404)
  })

  it.each(['203.0.113', '203.0.113.0/33', '2001:db8::/129', 'localhost', '*', ' '])(
    'knows no network %j',
    async (network) => {
      expect(await saveNetworks([ownAddress, network])).toMatchObject({
        status: 400,
        body: { fields: { 'security.networks.1': expect.any(String) } },
      })
    },
  )

  it('admits all networks after the list is cleared', async () => {
    await saveNetworks([ownAddress])
    // A client at an admitted address clears the list.
    const { setting } = (await requestFrom(ownAddress, '/api/console/setting')).json()
    const body = { security: defaultSecurity, updatedAt: setting.updatedAt }
    const changed = await bench.api.request({
      ...sentBy(bench.editor, { method: 'PUT', url: '/api/console/setting', body }),
      remoteAddress: ownAddress,
    })
    expect(changed.statusCode).toBe(200)
    expect((await requestFrom('192.0.2.1', '/api/console/setting')).statusCode).toBe(200)
  })
})

describe('sessions', () => {
  const minute = 60_000
  const securityInput = (lengths: Partial<typeof defaultSecurity>) =>
    buildSetting(bench.api.context, { security: { ...defaultSecurity, ...lengths } })
  const refreshSession = async ({ refreshToken }: Actor) => {
    const response = await bench.api.request({
      url: '/api/auth/accessToken',
      headers: { authorization: `Bearer ${refreshToken}` },
    })
    return { status: response.statusCode, ...response.json() }
  }

  it('end after the configured idle time, from the next request on', async () => {
    const staff = await bench.api.actor(['console'])
    bench.api.clock.forward(9 * minute)
    expect((await refreshSession(staff)).status).toBe(200)
    bench.api.clock.forward(9 * minute)
    await securityInput({ consoleIdleMinutes: 5 })
    expect(await refreshSession(staff)).toMatchObject({ status: 401, code: 'session_idle' })
    await securityInput({ consoleIdleMinutes: 15 })
    expect((await refreshSession(staff)).status).toBe(200)
  })

  it('end at the latest after the configured duration, and access tokens with them', async () => {
    await securityInput({ consoleHours: 1, consoleIdleMinutes: 720, memberDays: 2, memberIdleDays: 30 })
    const staff = await bench.api.actor(['console'])
    const member = await bench.api.actor([])
    bench.api.clock.forward(58 * minute)
    const { expiresAt } = await refreshSession(staff)
    expect(Date.parse(expiresAt) - bench.api.clock.now().getTime()).toBeLessThanOrEqual(2 * minute)
    bench.api.clock.forward(3 * minute)
    expect(await refreshSession(staff)).toMatchObject({ status: 401, code: 'session_expired' })
    expect((await refreshSession(member)).status).toBe(200)
    bench.api.clock.forward(48 * 60 * minute)
    expect(await refreshSession(member)).toMatchObject({ status: 401, code: 'session_expired' })
  })

  it('return their end at the log-in', async () => {
    await securityInput({ memberDays: 3 })
    const user = await buildUser(bench.api.context, { password: 'a sentence of several words' })
    const { expiresAt } = await bench.api.client(auth).refreshToken(undefined, {
      headers: {
        authorization: `Basic ${Buffer.from(`${user.username}:a sentence of several words`).toString('base64')}`,
      },
    })
    const days = (Date.parse(expiresAt) - bench.api.clock.now().getTime()) / (24 * 60 * minute)
    expect(days).toBeGreaterThan(2.9)
    expect(days).toBeLessThanOrEqual(3)
  })
})
