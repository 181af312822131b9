import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auctions } from '#auction/auctions/contract.ts'
import { buildWork } from '#auction/works/factory.ts'
import { buildUser } from '#people/users/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { TestApi } from '#test/server/test-api.ts'
import { buildBid } from '../factory.ts'
import { countWatchers, mountLotStream } from './stream-lots.ts'

const api = prepareTestApi()
let server: FastifyInstance
let base: string
let services: TestApi['services']
beforeAll(async () => {
  server = Fastify()
  const settings = { ...api.services.settings, databaseDirectUrl: api.database.directUrl }
  services = { ...api.services, settings }
  mountLotStream(server, services)
  base = await server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

const watch = async (program: string) => {
  const stop = new AbortController()
  const response = await fetch(`${base}/api/v1/auction/live?program=${program}`, { signal: stop.signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  return {
    stop: () => stop.abort(),
    /** Reads the stream until it contains the text; returns everything read so far. */
    until: async (text: string) => {
      while (!received.includes(text)) {
        const part = await reader?.read()
        if (!part || part.done) throw new Error(`The stream ended before it said ${text}`)
        received += part.value
      }
      return received
    },
  }
}

it('sends bids and stops of an auction to its watchers, and nothing of other auctions', async () => {
  const [work, other] = [await buildWork(api.context), await buildWork(api.context)]
  const stream = await watch(work.program)
  expect(await stream.until('event: clock')).toContain('"now":')
  expect(countWatchers(services, work.program)).toBe(1)
  const { id: userId } = await buildUser(api.context)
  // Keep bidding until the listener is connected to the database and events arrive.
  let amount = 100_000
  const bidding = setInterval(() => {
    const sum = amount
    amount += 10_000
    void buildUser(api.context).then((user) =>
      buildBid(api.context, { work, userId: user.id, amount: sum }).catch(() => undefined),
    )
    void buildBid(api.context, { work: other, userId, amount: sum }).catch(() => undefined)
  }, 100)
  const received = await stream.until('event: lot').finally(() => clearInterval(bidding))
  expect(received).toContain(work.id)
  expect(received).not.toContain(other.id)
  const desk = api.client(auctions, await api.actor(['console', 'console:auction']))
  await desk.stop({ params: { id: work.program }, body: { reason: '작품 확인' } })
  expect(await stream.until('event: stopped')).toContain('작품 확인')
  stream.stop()
  await expect.poll(() => countWatchers(services, work.program)).toBe(0)
})

it('refuses a stream of an auction that is not public', async () => {
  for (const query of ['', '?program=none', '?program=0192f0c0-0000-7000-8000-000000000000'])
    expect((await fetch(`${base}/api/v1/auction/live${query}`)).ok).toBe(false)
})
