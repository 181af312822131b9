import { afterEach, describe, expect, it, vi } from 'vitest'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { createServer } from '../../../app.ts'
import { readSettings } from '../../process/settings.ts'

const api = prepareTestApi()
afterEach(() => {
  vi.restoreAllMocks()
  delete (api.services.settings as { metricsToken?: string | undefined }).metricsToken
})

const databaseAway = () =>
  vi
    .spyOn(api.services.database, 'execute')
    .mockRejectedValue(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))

describe('/healthz', () => {
  it('reports that the process is alive, whatever else fails', async () => {
    databaseAway()
    const response = await api.request({ url: '/healthz' })
    expect([response.statusCode, response.json(), response.headers['cache-control']]).toEqual([
      200,
      { alive: true },
      'no-store',
    ])
  })
})

describe('/readyz', () => {
  it('is ready if database and storage answer, and names the one that does not', async () => {
    const ready = await api.request({ url: '/readyz' })
    expect([ready.statusCode, ready.json()]).toEqual([200, { database: true, storage: true }])
    databaseAway()
    const without = await api.request({ url: '/readyz' })
    expect([without.statusCode, without.json()]).toEqual([503, { database: false, storage: true }])
    vi.restoreAllMocks()
    vi.spyOn(api.services.files, 'check').mockRejectedValue(new Error('read-only file system'))
    const full = await api.request({ url: '/readyz' })
    expect([full.statusCode, full.json()]).toEqual([503, { database: true, storage: false }])
  })
})

describe('/metrics', () => {
  const get = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    api.request({ url: '/metrics', headers, remoteAddress })

  it('is readable on this machine only, not through a proxy', async () => {
    await api.request({ url: '/api/v1/offices' })
    const response = await get()
    expect(response.statusCode).toBe(200)
    expect(response.body).toContain('route="/api/v1/offices",status="200"')
    expect((await get({}, '203.0.113.5')).statusCode).toBe(404)
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip'])
      expect((await get({ [name]: 'for=203.0.113.5' })).statusCode).toBe(404)
    expect((await get({ 'x-forwarded-for': '127.0.0.1' }, '203.0.113.5')).statusCode).toBe(404)
  })

  it('requires the token from anywhere once one is set', async () => {
    Object.assign(api.services.settings, { metricsToken: 'a token of sixteen or more' })
    expect((await get()).statusCode).toBe(404)
    expect((await get({ authorization: 'Bearer another token' })).statusCode).toBe(404)
    expect((await get({ authorization: 'Bearer a token of sixteen or more' }, '203.0.113.5')).statusCode).toBe(200)
  })

  it('names routes instead of paths with ids', async () => {
    await api.request({ url: '/api/console/popups/01900000-0000-7000-8000-000000000000' })
    const { body } = await get()
    expect(body).toContain('/api/console/popups/:id')
    expect(body).not.toContain('01900000-')
  })
})

describe('the address of a visitor', () => {
  const addressSeen = async (trusted: string, remoteAddress: string) => {
    const server = createServer(readSettings({ LOG_LEVEL: 'silent', TRUST_PROXY: trusted }))
    server.get('/', async (request) => ({ address: request.ip }))
    const response = await server.inject({
      url: '/',
      remoteAddress,
      headers: { 'x-forwarded-for': '192.0.2.1, 198.51.100.7' },
    })
    await server.close()
    return response.json<{ address: string }>().address
  }

  it('is that of the socket unless a trusted proxy names another', async () => {
    expect(await addressSeen('', '10.0.0.1')).toBe('10.0.0.1')
    expect(await addressSeen('10.0.0.1', '10.0.0.1')).toBe('198.51.100.7')
    expect(await addressSeen('10.0.0.1,198.51.100.7', '10.0.0.1')).toBe('192.0.2.1')
    expect(await addressSeen('10.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
  })
})
