import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { nodeFlags } from '../scripts/prepare.mjs'
import { members } from '../src/people/users/contract-members.ts'
import { allScopes, createTestApi, type TestApi } from '../test/api.ts'
import { setup } from '../test/database.ts'

const count = 100_000
const exported = 50_000
const rounds = 20
/** Milliseconds at the server, and megabytes above what the process held before. */
const goal = { list: 100, export: 150 }

/** Names, addresses and telephones as varied as real ones, so that words are as rare and as common as they are there. */
const fill = async ({ database }: TestApi, level: string): Promise<void> => {
  // The product's own pool gives a statement three seconds.
  const client = new pg.Client(database.directUrl)
  await client.connect()
  await client.query(
    `
    INSERT INTO users (id, username, name, email, phone, kind, level_id, password_hash, created_at, updated_at)
    SELECT gen_random_uuid(), 'bench' || n, substr('김이박최정강조윤장임한오서신권황안송류홍', 1 + n % 20, 1)
        || substr('가나다라마바사아자차하은지우민서윤도현준', 1 + (n / 20) % 20, 1)
        || substr('린솔결빛별슬람온율담해든찬휘진규태호연수', 1 + (n / 400) % 20, 1),
      'bench' || n || '@mail' || n % 50 || '.example', '+8210' || lpad((n * 7919 % 100000000)::text, 8, '0'),
      CASE WHEN n % 15 = 0 THEN 'COMPANY' ELSE 'PERSON' END, $1::uuid, 'none',
      now() - n * interval '7 minutes', now()
    FROM generate_series(1, $2::int) AS n`,
    [level, count],
  )
  await client.query(`
    INSERT INTO sessions (id, user_id, token_hash, created_at, used_at)
    SELECT gen_random_uuid(), id, sha256(id::text::bytea), created_at, created_at FROM users`)
  await client.query('VACUUM ANALYZE')
  await client.end()
}

const queries: [string, object][] = [
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

/** The 95th of a hundred. */
const p95 = (times: number[]): number =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? 0

const measure = async (): Promise<boolean> => {
  const stop = await setup()
  const api = await createTestApi()
  try {
    const staff = await api.actor(allScopes(api.kernel), { rank: 100 })
    const { rows } = await api.services.database.execute<{ id: string }>(sql`
      INSERT INTO levels (id, key, title, rank) VALUES (gen_random_uuid(), 'bench', '{"ko":"시험"}', 10) RETURNING id`)
    await fill(api, rows[0]?.id ?? '')
    const client = api.client(members, staff)
    const figures: Record<string, { 'p50 ms': string; 'p95 ms': string; found: number }> = {}
    let isGood = true
    for (const [name, query] of queries) {
      const times: number[] = []
      let found = 0
      for (let round = -2; round < rounds; round += 1) {
        const began = performance.now()
        found = (await client.list({ query })).total
        // The first two warm the plans up.
        if (round >= 0) times.push(performance.now() - began)
      }
      const slow = p95(times)
      isGood &&= slow <= goal.list
      const middle = times.toSorted((one, other) => one - other)[rounds >> 1] ?? 0
      figures[name] = { 'p50 ms': middle.toFixed(1), 'p95 ms': slow.toFixed(1), found }
    }
    console.log(`\nMembers: ${count.toLocaleString()}, each list ${rounds} times, load ${loadavg()[0]?.toFixed(1)}`)
    console.table(figures)
    isGood = (await measureExport(api, client)) && isGood
    return isGood
  } finally {
    await api.close()
    await stop()
  }
}

/** Memory of the process while Excel of 50,000 members is sent to a reader that takes it as it comes. */
const measureExport = async (api: TestApi, client: ReturnType<typeof api.client<typeof members>>): Promise<boolean> => {
  const origin = await api.server.listen({ port: 0, host: '127.0.0.1' })
  // A member joined every seven minutes.
  const since = new Date(Date.now() - exported * 7 * 60_000).toISOString().slice(0, 10)
  const { url, total } = await client.export({ body: { reason: '크기를 재는 시험', joined: `${since}..` } })
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 10)
  const began = performance.now()
  let bytes = 0
  for await (const chunk of (await fetch(origin + url)).body ?? []) bytes += chunk.length
  clearInterval(timer)
  const more = (peak - before) / 1024 ** 2
  console.log(
    `Excel of ${total.toLocaleString()}: ${(bytes / 1024 ** 2).toFixed(1)} MB in ${((performance.now() - began) / 1000).toFixed(1)} s, ${more.toFixed(0)} MB of memory more at its peak (goal ≤ ${goal.export})`,
  )
  return more <= goal.export
}

/** Lists of 100,000 members through log-in and checks, and their export: in a process of its own. */
export const benchMembers = async (): Promise<boolean> => {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: nodeFlags })
  const [code] = await once(child, 'exit')
  return code === 0
}

if (import.meta.main) process.exitCode = (await measure()) ? 0 : 1
