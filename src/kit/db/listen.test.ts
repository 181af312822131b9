import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
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

/** A wire to the database that can be frozen (as SIGSTOP freezes a server: open, and silent) or cut. */
const createWire = async (url: string, at = 0) => {
  const { host, port, user, database: name, password } = new pg.Client(url)
  const sockets = new Set<Socket>()
  let frozen = false
  const server: Server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => frozen || to.write(bytes))
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  const account = `${user}${password ? `:${encodeURIComponent(password)}` : ''}`
  return {
    url: `postgres://${account}@127.0.0.1:${(server.address() as AddressInfo).port}/${name}`,
    freeze: (on: boolean) => {
      frozen = on
    },
    cut: () => {
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

let wire: Awaited<ReturnType<typeof createWire>>
let listener: Listener
let states: boolean[]
let messages: string[]

const until = async (holds: () => boolean, milliseconds: number) => {
  const began = performance.now()
  while (!holds()) {
    if (performance.now() - began > milliseconds) throw new Error(`did not come about within ${milliseconds} ms`)
    await wait(5)
  }
  return performance.now() - began
}

beforeEach(async () => {
  wire = await createWire(database.directUrl)
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

const tell = (payload: string) => sender.query('SELECT pg_notify($1, $2)', ['cache', payload])

test('hears what is told, in order, until it is closed', async () => {
  await tell('board:news')
  await tell('popups setting')
  await until(() => messages.length === 2, 1000)
  expect(messages).toEqual(['board:news', 'popups setting'])
  await listener.close()
  expect(states).toEqual([true, false])
})

test('a cut connection is noticed at once and made again', async () => {
  wire.cut()
  await until(() => states.length === 3, 2000)
  expect(states).toEqual([true, false, true])
  await tell('again')
  await until(() => messages.length === 1, 1000)
})

test('a server that stands still is noticed within 2 s, and heard again after', async () => {
  wire.freeze(true)
  expect(await until(() => states.at(-1) === false, 2000)).toBeLessThan(2000)
  await wait(500)
  wire.freeze(false)
  // The attempt that was frozen runs out first; a server that wakes answers it.
  await until(() => states.at(-1) === true, 3000)
  await tell('again')
  await until(() => messages.length === 1, 1000)
})

test('a connection ended by the server is made again', async () => {
  await sender.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'daecheong cache' AND datname = current_database()`,
  )
  await until(() => states.length === 3, 2000)
})

test('a database that is absent at the start is found when it comes', async () => {
  await listener.close()
  const { url } = wire
  await wire.close()
  states = []
  listener = listen({ url, channel: 'cache', onMessage: () => {}, onState: (hearing) => states.push(hearing) })
  await wait(300)
  expect(states).toEqual([])
  wire = await createWire(database.directUrl, Number(new URL(url).port))
  await until(() => states.length === 1, 2000)
})
