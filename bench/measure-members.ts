import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { nodeFlags } from '../scripts/setup/prepare-product.mjs'
import { introductions } from '../src/people/companies/contract-introductions.ts'
import { consents } from '../src/people/consents/contract.ts'
import { sendingInput } from '../src/people/messages/factory.ts'
import { sendingRoutes } from '../src/people/messages/sendings/contract.ts'
import { questions } from '../src/people/questions/contract.ts'
import { members } from '../src/people/users/contract-members.ts'
import { withdrawn } from '../src/people/withdrawals/contract-withdrawn.ts'
import { type Actor, allScopes, createTestApi, type TestApi } from '../test/server/test-api.ts'
import { setup } from '../test/server/test-database.ts'
import { fillMembers, memberCount } from './datasets/fill-members.ts'
import { median, percentile } from './load/percentile.ts'

const exported = 50_000
const rounds = 20
/**
 * Milliseconds at the server for lists and for the gate, which counts over every member and may take a third of the
 * statement time-out; memory in MB that an export may add.
 */
const goal = { list: 100, gate: 1000, export: 150 }

/** Name, the query, which returns the number of records found, and its own limit in ms if it has one. */
type Query = [name: string, ask: () => Promise<number>, most?: number]

const memberQueries: [string, object][] = [
  ['the first page', {}],
  ['by name', { sort: 'name' }],
  ['by username, from the end', { sort: '-username' }],
  ['page 1,000', { page: 1000, limit: 100 }],
  ['companies', { kind: 'COMPANY' }],
  ['locked', { state: 'locked' }],
  ['staff', { staff: 'true' }],
  ['joined in a month', { joined: '2026-03-01..2026-03-31' }],
  ['a surname', { q: '김' }],
  ['a name', { q: '김가린' }],
  ['a rare word', { q: 'bench77777@' }],
  ['a telephone', { q: '010-1234' }],
  ['a word that is in every one', { q: 'mail' }],
  ['no word', { q: '없는말' }],
]

/** Returns every member list with its filters and search words, and the counts over all members. */
const queriesOf = async (api: TestApi, staff: Actor): Promise<Query[]> => {
  const users = api.client(members, staff)
  const gone = api.client(withdrawn, staff)
  const firms = api.client(introductions, staff)
  const asked = api.client(questions, staff)
  const agreed = api.client(consents, staff)
  const outbox = api.client(sendingRoutes, staff)
  const { agreements } = await agreed.agreements()
  const listOf =
    (what: string, list: (query: object) => Promise<{ total: number }>) =>
    ([name, query]: [string, object]): Query => [`${what}: ${name}`, async () => (await list(query)).total]
  const gate = (name: string, spec: object): Query => [
    `gate: ${name}`,
    async () => (await outbox.gate({ body: sendingInput(spec) })).gate.total,
    goal.gate,
  ]
  return [
    ...memberQueries.map(listOf('members', (query) => users.list({ query }))),
    ...agreements.map(({ _id, code }) =>
      listOf('members', (query) => users.list({ query }))([`lack ${code}`, { lacks: _id }]),
    ),
    [
      'terms: who has agreed',
      async () => (await agreed.agreements()).agreements.reduce((sum, one) => sum + one.agreed, 0),
      goal.gate,
    ],
    ...(
      [
        ['the first page', {}],
        ['page 50', { page: 50, limit: 100 }],
        ['by reason', { reason: 'privacy' }],
        ['with what the law keeps', { held: 'true' }],
        ['with nothing kept', { held: 'false' }],
        ['a number', { q: 'M-3F9A' }],
      ] as [string, object][]
    ).map(listOf('withdrawals', (query) => gone.list({ query }))),
    ['withdrawals: figures', async () => (await gone.figures()).reasons.length],
    ...(
      [
        ['the first page', {}],
        ['by name', { sort: 'name' }],
        ['a word', { q: '공방 77' }],
        ['a word that is in every one', { q: '공방' }],
        ['no word', { q: '없는말' }],
      ] as [string, object][]
    ).map(listOf('companies', (query) => firms.list({ query }))),
    ...(
      [
        ['the first page', {}],
        ['page 100', { page: 100, limit: 100 }],
        ['by views', { sort: '-views' }],
        ['open', { state: 'open' }],
        ['closed', { state: 'closed' }],
        ['of a type', { type: 'website' }],
        ['a word of a title', { q: '환불 문의 77' }],
        ['a word that is in every one', { q: '담당 부서' }],
        ['an author', { q: '김가린' }],
        ['no word', { q: '없는말' }],
      ] as [string, object][]
    ).map(listOf('questions', (query) => asked.list({ query }))),
    gate('a notice to all', {}),
    gate('advertising to all', { purpose: 'advertising' }),
    gate('advertising to companies', { purpose: 'advertising', audience: { by: 'filter', kinds: ['COMPANY'] } }),
    gate('who agreed to mail', { audience: { by: 'filter', consent: 'EMAIL' } }),
    gate('a word', { audience: { by: 'filter', q: '김가린' } }),
  ]
}

const measure = async (): Promise<boolean> => {
  const stop = await setup()
  const api = await createTestApi()
  try {
    const staff = await api.actor(allScopes(api.kernel), { rank: 100 })
    const { rows } = await api.services.database.execute<{ id: string }>(sql`
      INSERT INTO levels (id, key, title, rank) VALUES (gen_random_uuid(), 'bench', '{"ko":"시험"}', 10) RETURNING id`)
    await fillMembers(api, rows[0]?.id ?? '')
    const figures: Record<string, { 'p50 ms': string; 'p95 ms': string; goal: number; found: number }> = {}
    let isGood = true
    for (const [name, ask, limit = goal.list] of await queriesOf(api, staff)) {
      const times: number[] = []
      let found = 0
      for (let round = -2; round < rounds; round += 1) {
        const startedAt = performance.now()
        found = await ask()
        // The first two rounds are a warm-up.
        if (round >= 0) times.push(performance.now() - startedAt)
      }
      const p95 = percentile(times, 0.95)
      isGood &&= p95 <= limit
      figures[name] = { 'p50 ms': median(times).toFixed(1), 'p95 ms': p95.toFixed(1), goal: limit, found }
    }
    console.log(
      `\nMembers: ${memberCount.toLocaleString()}, each list ${rounds} times, load ${loadavg()[0]?.toFixed(1)}`,
    )
    console.table(figures)
    isGood = (await measureExport(api, api.client(members, staff))) && isGood
    return isGood
  } finally {
    await api.close()
    await stop()
  }
}

/** Measures the memory added while an Excel file of 50,000 members is streamed to a reader. */
const measureExport = async (api: TestApi, client: ReturnType<typeof api.client<typeof members>>): Promise<boolean> => {
  const origin = await api.server.listen({ port: 0, host: '127.0.0.1' })
  // The fill creates one member every seven minutes.
  const since = new Date(Date.now() - exported * 7 * 60_000).toISOString().slice(0, 10)
  const { url, total } = await client.export({ body: { reason: '크기를 재는 시험', joined: `${since}..` } })
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 10)
  const startedAt = performance.now()
  let bytes = 0
  for await (const chunk of (await fetch(origin + url)).body ?? []) bytes += chunk.length
  clearInterval(timer)
  const more = (peak - before) / 1024 ** 2
  console.log(
    `Excel of ${total.toLocaleString()}: ${(bytes / 1024 ** 2).toFixed(1)} MB in ${((performance.now() - startedAt) / 1000).toFixed(1)} s, ${more.toFixed(0)} MB of memory more at its peak (goal ≤ ${goal.export})`,
  )
  return more <= goal.export
}

/** Measures lists of 100,000 members, with authentication and checks, and their export, in a separate process. */
export const measureMembers = async (): Promise<boolean> => {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: nodeFlags })
  const [code] = await once(child, 'exit')
  return code === 0
}

if (import.meta.main) process.exitCode = (await measure()) ? 0 : 1
