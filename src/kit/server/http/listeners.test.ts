// @module-tag deep
import dns from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readAnswer, sendRaw } from '#test/server/raw-request.ts'
import { createTestApi, type TestApi } from '#test/server/test-api.ts'
import { wrapListeners } from '../../cache/request-cache.ts'
import { listenAt } from './listeners.ts'
import { guardRequests } from './request-guard.ts'

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
const addresses = hasIpv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1']

let api: TestApi
let release: () => void
beforeEach(async () => {
  api = await createTestApi()
  // Mocked, because some machines resolve only one of them.
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  vi.spyOn(dns.promises, 'lookup').mockResolvedValue(found as never)
  const real = dns.lookup as (...given: unknown[]) => void
  const lookup = (...given: unknown[]) => {
    const done = given.at(-1) as (...answer: unknown[]) => void
    if (given[0] !== 'localhost') return real(...given)
    const isAll = typeof given[1] === 'object' && given[1] !== null && 'all' in given[1]
    return isAll ? done(null, found) : done(null, '127.0.0.1', 4)
  }
  vi.spyOn(dns, 'lookup').mockImplementation(lookup as never)
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  wrapListeners(api.server.server, (next) => async (request, response) => {
    if (request.url === '/throws') throw new Error('before the router')
    if (request.url === '/slow') await released
    return next(request, response)
  })
  guardRequests(api.server, () => 'id-of-fault')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await api.close()
})

const portOf = ({ address }: { address: string }) => Number(new URL(address).port)
const requestOf = (target: string) => `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`
const ask = async (port: number, host: string, target: string) =>
  readAnswer(await sendRaw(port, requestOf(target), { host }))

describe('a host name with several addresses', () => {
  it('listens at each address behind the same guard', async () => {
    const port = portOf(await listenAt(api.server, 'localhost', 0))
    for (const host of addresses) {
      expect([host, (await ask(port, host, '/api/openapi.json')).status]).toEqual([host, 200])
      const fault = await ask(port, host, '/throws')
      expect([host, fault.status, JSON.parse(fault.body).requestId]).toEqual([host, 500, 'id-of-fault'])
      expect([host, (await ask(port, host, '/[')).status]).toEqual([host, 404])
      expect([host, (await ask(port, host, '//')).status]).toEqual([host, 404])
      const tunnel = await sendRaw(port, 'CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n', { host })
      expect([host, readAnswer(tunnel).status]).toEqual([host, 400])
    }
  })

  it('is unguarded at the second address with the naive version', async () => {
    const port = portOf({ address: await api.server.listen({ host: 'localhost', port: 0 }) })
    const statuses = await Promise.all(addresses.map(async (host) => (await ask(port, host, '/throws')).status))
    expect(statuses.filter((status) => status !== 500)).toHaveLength(addresses.length - 1)
  })

  it('finishes requests at each address on close and accepts no new ones', async () => {
    const listening = await listenAt(api.server, 'localhost', 0)
    const port = portOf(listening)
    const pending = addresses.map(async (host) => (await ask(port, host, '/slow')).status)
    // Sent after the pending requests; its answer proves that they have arrived.
    for (const host of addresses) await ask(port, host, '/api/openapi.json')
    const closed = listening.close()
    release()
    expect(await Promise.all(pending)).toEqual(addresses.map(() => 404))
    await closed
    for (const host of addresses) await expect(ask(port, host, '/api/openapi.json')).rejects.toThrow()
  })

  it('fails if one address is in use', async () => {
    const port = portOf(await listenAt(api.server, 'localhost', 0))
    const other = await createTestApi()
    await expect(listenAt(other.server, 'localhost', port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
    const blocker = createServer().listen(0, addresses.at(-1))
    await once(blocker, 'listening')
    const { port: blocked } = blocker.address() as AddressInfo
    await expect(listenAt(other.server, 'localhost', blocked)).rejects.toMatchObject({ code: 'EADDRINUSE' })
    blocker.close()
    await other.close()
  })
})
