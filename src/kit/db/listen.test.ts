import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BreakableProxy, startBreakableProxy } from '#test/server/breakable-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#test/server/test-database.ts'
import { type Listener, listen } from './listen.ts'

let database: TestDatabase
let sender: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  sender = new pg.Client(database.directUrl)
  await sender.connect()
})
afterAll(async () => {
  await sender.end()
  await database.drop()
})

let wire: BreakableProxy
let listener: Listener
let states: boolean[]
let messages: string[]

const until = async (holds: () => boolean, milliseconds: number) => {
  const startedAt = performance.now()
  while (!holds()) {
    if (performance.now() - startedAt > milliseconds) throw new Error(`did not come about within ${milliseconds} ms`)
    await wait(5)
  }
  return performance.now() - startedAt
}

beforeEach(async () => {
  wire = await startBreakableProxy(database.directUrl)
  states = []
  messages = []
  listener = listen({
    url: wire.url,
    channel: 'cache',
    onMessage: (payload) => messages.push(payload),
    onState: (hearing) => states.push(hearing),
  })
  await until(() => states.length === 1, 5000)
})
afterEach(async () => {
  await listener.close()
  await wire.close()
})

const notify = (payload: string) => sender.query('SELECT pg_notify($1, $2)', ['cache', payload])

test('receives notifications in order until it is closed', async () => {
  await notify('board:news')
  await notify('popups setting')
  await until(() => messages.length === 2, 1000)
  expect(messages).toEqual(['board:news', 'popups setting'])
  await listener.close()
  expect(states).toEqual([true, false])
})

test('reconnects after a cut connection', async () => {
  wire.cut()
  await until(() => states.length === 3, 2000)
  expect(states).toEqual([true, false, true])
  await notify('again')
  await until(() => messages.length === 1, 1000)
})

test('detects a stopped server within 2 s and recovers', { tags: ['deep'] }, async () => {
  wire.setPaused(true)
  expect(await until(() => states.at(-1) === false, 2000)).toBeLessThan(2000)
  await wait(500)
  wire.setPaused(false)
  // The frozen attempt times out first, or the resumed server answers it.
  await until(() => states.at(-1) === true, 3000)
  await notify('again')
  await until(() => messages.length === 1, 1000)
})

test('reconnects after the server ends the connection', async () => {
  await sender.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'daecheong cache' AND datname = current_database()`,
  )
  await until(() => states.length === 3, 2000)
})

test('connects once a database that was absent at the start is available', async () => {
  await listener.close()
  const { url } = wire
  await wire.close()
  states = []
  listener = listen({ url, channel: 'cache', onMessage: () => {}, onState: (hearing) => states.push(hearing) })
  await wait(300)
  expect(states).toEqual([])
  wire = await startBreakableProxy(database.directUrl, Number(new URL(url).port))
  await until(() => states.length === 1, 2000)
})
