// @module-tag deep
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import pg from 'pg'
import { expect, it } from 'vitest'
import { buildRegistration } from '#auction/auctions/factory.ts'
import { verifyChain } from '#auction/bids/rules-fingerprint.ts'
import { mergeHistory } from '#auction/site/bidding/history/use-bid-history.ts'
import { works } from '#auction/works/contract.ts'
import { buildWork } from '#auction/works/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type BidLine, bids } from '../contract.ts'
import { countWatchers, mountLotStream } from './stream-lots.ts'

const api = prepareTestApi({ limits: { streams: { maxPerAddress: 3 } } })

/** Creates a lot with `count` bids of two bidders who outbid each other. */
const buildLong = async (count: number) => {
  const work = await buildWork(api.context)
  const pair = await Promise.all([api.actor([]), api.actor([])])
  for (const { userId } of pair) await buildRegistration(api.context, { programId: work.program, userId })
  const client = new pg.Client(api.database.directUrl)
  await client.connect()
  await client.query('SET synchronous_commit = off')
  // In batches of a hundred: in a single transaction each bid would scan all earlier versions of the lot's row.
  for (let from = 0; from < count; from += 100)
    await client.query(
      `SELECT place_bid($1, ($2::uuid[])[1 + place % 2], 'open', 100000 + place * 10000, place::text, gen_random_uuid(), gen_random_uuid())
       FROM generate_series($3::int, $3 + 99) AS place`,
      [work.id, pair.map(({ userId }) => userId), from],
    )
  await client.end()
  return work
}

it('returns a history of 5,000 bids in bounded parts that form the complete chain', {
  tags: ['deep'],
  timeout: 120_000,
}, async () => {
  const { id } = await buildLong(5000)
  const url = `/api/v1/auction/works/${id}/bids`
  const first = await api.request({ method: 'GET', url })
  expect(first.rawPayload.length).toBeLessThan(100_000)
  const visitor = api.client(bids)
  const { bids: latest, lot } = await visitor.history({ params: { id } })
  expect(latest.map(({ seq }) => seq)).toEqual(Array.from({ length: 100 }, (_, place) => 5000 - place))
  expect(lot.bids).toBe(5000)
  let lines: BidLine[] = latest
  for (let requests = 0; (lines.at(-1)?.seq ?? 1) > 1; requests += 1) {
    expect(requests).toBeLessThan(12)
    const query = { before: lines.at(-1)?.seq ?? 1, limit: 500 }
    lines = mergeHistory(lines, (await visitor.history({ params: { id }, query })).bids)
    // Each part also verifies on its own.
    if (requests === 0) expect(await verifyChain(id, lines)).toEqual({ rows: 600, broken: null })
  }
  expect(await verifyChain(id, lines)).toEqual({ rows: 5000, broken: null })
  const [forged] = lines.splice(2500, 1)
  expect((await verifyChain(id, lines)).broken?.seq).toBe((forged?.seq ?? 0) + 1)

  for (const query of ['limit=501', 'limit=0', 'before=0', 'before=x', 'page=2'])
    expect((await api.request({ method: 'GET', url: `${url}?${query}` })).statusCode).toBe(400)
  const desk = api.client(bids, await api.actor(['console', 'console:auction']))
  const shown = await desk.deskHistory({ params: { work: id } })
  expect(shown.bids.map(({ seq }) => seq)).toEqual(latest.map(({ seq }) => seq))
  const before = await desk.deskHistory({ params: { work: id }, query: { before: 4901, limit: 2 } })
  expect(before.bids.map(({ seq }) => seq)).toEqual([4900, 4899])
})

it('merges history rows without gaps and marks rows voided since', () => {
  const line = (seq: number, part: Partial<BidLine> = {}) =>
    ({ seq, bidder: seq % 2, kind: 'open', voided: false, ...part }) as BidLine
  expect(mergeHistory([line(2), line(1)], [line(3), line(2)]).map(({ seq }) => seq)).toEqual([3, 2, 1])
  expect(mergeHistory([line(2), line(1)], [line(9), line(8)]).map(({ seq }) => seq)).toEqual([9, 8])
  const out = mergeHistory([line(2), line(1)], [line(3, { kind: 'void', bidder: 1 }), line(2)])
  expect(out.map(({ voided }) => voided)).toEqual([false, false, true])
})

it('limits the streams of one address, which can poll instead, and admits other addresses', async () => {
  const work = await buildWork(api.context)
  const server = Fastify({ trustProxy: true })
  const settings = { ...api.services.settings, databaseDirectUrl: api.database.directUrl }
  const services = { ...api.services, settings }
  // Renders errors as the product does.
  server.setErrorHandler((error: { code?: string }, _request, reply) => {
    reply.code(error.code === 'too_many' ? 429 : 500).send({ code: error.code })
  })
  mountLotStream(server, services)
  const base = await server.listen({ port: 0, host: '127.0.0.1' })
  const open: AbortController[] = []
  const watch = async (address: string) => {
    const stop = new AbortController()
    const response = await fetch(`${base}/api/v1/auction/live?program=${work.program}`, {
      signal: stop.signal,
      headers: { 'x-forwarded-for': address },
    })
    if (response.ok) open.push(stop)
    return response
  }
  try {
    for (let place = 0; place < 3; place += 1) expect((await watch('192.0.2.1')).status).toBe(200)
    const refused = await watch('192.0.2.1')
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ code: 'too_many' })
    expect((await watch('192.0.2.2')).status).toBe(200)
    expect(countWatchers(services, work.program)).toBe(4)
    // A page whose stream was refused polls this route instead.
    expect((await api.client(works).lots({ params: { id: work.program } })).lots).toHaveLength(1)
    // Closing a stream frees its slot.
    open[0]?.abort()
    await expect.poll(() => countWatchers(services, work.program)).toBe(3)
    expect((await watch('192.0.2.1')).status).toBe(200)
  } finally {
    for (const stop of open) stop.abort()
    await server.close()
  }
})

it('never gives one place to two concurrent streams, and releases the place of a failed stream', async () => {
  const work = await buildWork(api.context)
  const server = Fastify({ trustProxy: true })
  const settings = { ...api.services.settings, databaseDirectUrl: api.database.directUrl }
  let isDown = false
  let refused = 0
  const allRefused = async () => {
    for (let checks = 0; refused < 5 && checks < 500; checks += 1) await wait(10)
  }
  const { database } = api.services
  // Each stream queries the clock after its limit was checked; this waits until the others have been refused.
  const delayedDatabase = new Proxy(database, {
    get: (target, name) =>
      name === 'execute'
        ? async (query: Parameters<typeof database.execute>[0]) => {
            const rows = await database.execute(query)
            await allRefused()
            if (isDown && !JSON.stringify(rows.rows).includes('{}')) throw new Error('down')
            return rows
          }
        : Reflect.get(target, name, target),
  })
  const services = { ...api.services, settings, database: delayedDatabase }
  server.setErrorHandler((error: { code?: string }, _request, reply) => {
    if (error.code === 'too_many') refused += 1
    reply.code(error.code === 'too_many' ? 429 : 500).send({ code: error.code })
  })
  mountLotStream(server, services)
  const base = await server.listen({ port: 0, host: '127.0.0.1' })
  const stop = new AbortController()
  const watch = async () =>
    (
      await fetch(`${base}/api/v1/auction/live?program=${work.program}`, {
        signal: stop.signal,
        headers: { 'x-forwarded-for': '192.0.2.3' },
      })
    ).status
  const atOnce = async () => {
    refused = 0
    return (await Promise.all(Array.from({ length: 8 }, watch))).toSorted()
  }
  try {
    isDown = true
    expect(await atOnce()).toEqual([429, 429, 429, 429, 429, 500, 500, 500])
    isDown = false
    expect(await atOnce()).toEqual([200, 200, 200, 429, 429, 429, 429, 429])
    expect(countWatchers(services, work.program)).toBe(3)
  } finally {
    stop.abort()
    await server.close()
  }
})
