import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { wrapListeners } from '#kit/cache/request-cache.ts'
import { seoulDayOf } from '#kit/time/seoul-day.ts'
import { dashboard } from '#platform/dashboard/contract.ts'
import { callers, createBarrier } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { countVisits, VisitCounter } from './count-visits.ts'

const api = prepareTestApi()
beforeEach(() => api.context.database.execute(sql`DELETE FROM daily_figures`))

const readStoredCounts = async () => {
  const { rows } = await api.context.database.execute<{ day: string; count: number }>(
    sql`SELECT day::text, count::int FROM daily_figures ORDER BY day`,
  )
  return rows
}
const getToday = () => seoulDayOf(api.clock.now().getTime()).day

it('adds up exactly across concurrent processes and a restart', { tags: ['deep'] }, async () => {
  const processes = Array.from({ length: 8 }, () => new VisitCounter(api.services))
  for (const [index, counter] of processes.entries())
    for (let visits = 0; visits < 100 + index; visits += 1) counter.count()
  await Promise.all(processes.map((counter) => counter.write()))
  expect(await readStoredCounts()).toEqual([{ day: getToday(), count: 828 }])

  const before = countVisits(api.services)
  const counter = new VisitCounter(api.services)
  counter.count()
  await Promise.all([counter.write(), counter.write(), counter.write(), before.close()])
  expect(await readStoredCounts()).toEqual([{ day: getToday(), count: 829 }])
})

it('is exact; a naive read-then-write is not', { tags: ['deep'] }, async () => {
  const haveLooked = createBarrier()
  const countNaively = async () => {
    const [row] = await readStoredCounts()
    await haveLooked()
    await api.context.database.execute(sql`
      INSERT INTO daily_figures VALUES (${getToday()}::date, 'visits', ${(row?.count ?? 0) + 1})
      ON CONFLICT (day, figure) DO UPDATE SET count = excluded.count`)
  }
  await Promise.all(Array.from({ length: callers }, countNaively))
  expect((await readStoredCounts())[0]?.count).toBeLessThan(64)

  await api.context.database.execute(sql`DELETE FROM daily_figures`)
  const expectExact = async () => {
    const counter = new VisitCounter(api.services)
    counter.count()
    await counter.write()
  }
  await Promise.all(Array.from({ length: 64 }, expectExact))
  expect(await readStoredCounts()).toEqual([{ day: getToday(), count: 64 }])
})

it('loses nothing while the database is unreachable', async () => {
  let away = true
  const database = {
    execute: (...parameters: Parameters<typeof api.services.database.execute>) =>
      away ? Promise.reject(new Error('away')) : api.services.database.execute(...parameters),
  } as typeof api.services.database
  const counter = new VisitCounter({ ...api.services, database })
  counter.count()
  await counter.write()
  counter.count()
  away = false
  await counter.write()
  expect(await readStoredCounts()).toEqual([{ day: getToday(), count: 2 }])
})

it('counts visits in every request and stores only a number', async () => {
  const server = createServer((_request, response) => response.end('page'))
  const counting = countVisits(api.services)
  wrapListeners(server, counting.listen)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const agent = 'Mozilla/5.0 Gecko/20100101 Firefox/145.0'
  const opens = { 'user-agent': agent, 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }
  for (const [path, headers] of [
    ['/', opens],
    ['/en/story/a', opens],
    ['/story', { 'user-agent': agent, referer: `${origin}/` }],
    ['/api/v1/boards', opens],
    ['/', { 'user-agent': 'curl/8' }],
  ] as const)
    expect(await (await fetch(origin + path, { headers })).text()).toBe('page')
  await counting.close()
  await new Promise((resolve) => server.close(resolve))
  const { rows } = await api.context.database.execute(sql`SELECT to_jsonb(f) AS line FROM daily_figures AS f`)
  expect(rows).toEqual([{ line: { day: getToday(), figure: 'visits', count: 2 } }])
})

it('shows the last 28 days on the desk, oldest first', async () => {
  const counter = new VisitCounter(api.services)
  counter.count()
  await counter.write()
  const staff = await api.actor(['console'])
  const { series } = await api.client(dashboard, staff).today()
  const days = series['statistics.visits'] ?? []
  expect(days).toHaveLength(28)
  expect(days.at(-1)).toEqual({ day: getToday(), count: 1 })
  expect(days.at(0)).toEqual({ day: seoulDayOf(api.clock.now().getTime() - 27 * 86_400_000).day, count: 0 })
})
