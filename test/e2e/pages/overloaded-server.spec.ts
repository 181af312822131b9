import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { serverPids } from '../../../bench/product/start-product.ts'
import { requestFrom, type Sent } from '../../fuzz/random-requests.ts'
import { converse } from '../../fuzz/raw-connection.ts'
import { randomFrom } from '../../fuzz/seeded-random.ts'
import { type Application, startApplication } from '../../server/start-application.ts'

// Malformed traffic on a socket never stops the process, and a flood of unknown URLs never makes existing pages
// unavailable. FUZZ_SEED repeats a run, FUZZ_REQUESTS makes it longer.

test.describe.configure({ mode: 'serial' })

let product: Application
let port: number
let log = ''

test.beforeAll(async () => {
  // On a busy machine, creating the database alone takes a minute.
  test.setTimeout(300_000)
  product = await startApplication()
  port = Number(new URL(product.url).port)
  for (const stream of [product.process.stdout, product.process.stderr])
    stream?.on('data', (piece) => {
      log += String(piece)
    })
})
test.afterAll(() => product.stop())

/** Returns the API paths of the OpenAPI document. */
const apiPaths = async (): Promise<string[]> => {
  const { paths } = (await (await fetch(`${product.url}/api/openapi.json`)).json()) as { paths: object }
  return Object.keys(paths).map((path) => path.replace(/\{id\}/g, '01900000-0000-7000-8000-000000000000'))
}

/** Returns the log lines at level error and above. */
const errors = () => log.split('\n').filter((line) => /"level":[56]0/.test(line))

test('survives 10,000 random requests over raw sockets without a 5xx or a missing answer', {
  tag: '@deep',
}, async () => {
  test.setTimeout(240_000)
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 32)
  const count = Number(process.env.FUZZ_REQUESTS ?? 10_000)
  console.log(`FUZZ_SEED=${seed}`)
  const random = randomFrom(seed)
  const api = await apiPaths()
  const batches: Sent[][] = []
  for (let sent = 0; sent < count; ) {
    const batch: Sent[] = []
    do batch.push(requestFrom(random, api))
    while (batch.at(-1)?.isWhole && batch.length < 8)
    batches.push(batch)
    sent += batch.length
  }
  const faults: unknown[] = []
  const statuses = new Map<number, number>()
  const ends = new Map<string, number>()
  const startedAt = performance.now()
  const next = batches[Symbol.iterator]()
  const work = async () => {
    for (const batch of next) {
      const isWhole = batch.every(({ isWhole: whole }) => whole)
      const {
        statuses: answers,
        end,
        isLast,
      } = await converse(port, batch).catch((error) => {
        throw new Error(batch.map(({ text }) => text).join('\n----\n'), { cause: error })
      })
      ends.set(end, (ends.get(end) ?? 0) + 1)
      for (const status of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const wholes = batch.filter(({ isWhole: whole }) => whole).length
      const fault =
        answers.some((status) => status >= 500) || (answers.length < wholes && !(end === 'closed' && isLast))
      if (fault || (isWhole && end === 'reset'))
        faults.push({ end, isLast, answers, texts: batch.map(({ text }) => text.slice(0, 500)) })
    }
  }
  await Promise.all(Array.from({ length: 24 }, work))
  console.log(
    `${batches.flat().length} requests on ${batches.length} connections in ${Math.round(performance.now() - startedAt)} ms`,
    Object.fromEntries(ends),
    Object.fromEntries([...statuses].sort(([a], [b]) => a - b)),
  )
  expect(faults.slice(0, 5)).toEqual([])
  expect(product.process.exitCode).toBeNull()
  expect((await fetch(product.url)).status).toBe(200)
  expect(errors()).toEqual([])
})

/** Process state as Linux reports it: `T` means stopped. */
const stateOf = async (pid: number) => /\) (\w)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8'))?.[1]

/** Returns variant spellings of pages and meaningless queries. */
const inventions = (pages: readonly string[]): string[] => {
  const random = randomFrom(1)
  const spellings = Array.from({ length: 4400 }, () =>
    random
      .pick(pages)
      .replace(/[a-z]/g, (letter) =>
        random.chance(0.4)
          ? random.chance(0.5)
            ? letter.toUpperCase()
            : `%${letter.charCodeAt(0).toString(16)}`
          : letter,
      )
      .concat(random.pick(['', '?&&', '?x=1', '/', '.data'])),
  )
  const queries = Array.from({ length: 300 }, (_, number) => `/story?page=${number + 2}`)
  const lists = Array.from({ length: 300 }, (_, number) => `/api/v1/boards?page=${number + 2}`)
  return [...spellings, ...queries, ...lists]
}

test('keeps all pages available without the database after 5,000 requests to invented addresses', {
  tag: '@deep',
}, async () => {
  test.setTimeout(180_000)
  const home = await (await fetch(product.url)).text()
  const practices = [...new Set([...home.matchAll(/href="(\/business\/[\w-]+)"/g)].map(([, path = '']) => path))]
  expect(practices.length).toBeGreaterThan(3)
  const pages = ['/', '/en', '/cn', '/introduction/lawyer', '/story', '/consult', ...practices]
  const lists = ['/api/v1/boards', '/api/v1/offices', '/api/v1/setting']
  // Account pages are rendered per visitor, from the cached settings.
  const accountPaths = ['/login', '/me', '/join', '/center/faq']
  for (const path of [...pages, ...accountPaths, ...lists]) expect((await fetch(product.url + path)).status).toBe(200)
  const next = inventions([...pages, ...lists])[Symbol.iterator]()
  const requestAll = async () => {
    for (const path of next) {
      const response = await fetch(product.url + path, { redirect: 'manual' })
      expect(response.status, path).toBeLessThan(500)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: 8 }, requestAll))
  const pids = await serverPids(product.dataDirectory)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    await expect.poll(() => Promise.all(pids.map(stateOf)), { intervals: [20] }).toEqual(pids.map(() => 'T'))
    for (const path of [...pages, ...accountPaths, ...lists])
      expect([path, (await fetch(product.url + path)).status]).toEqual([path, 200])
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
})
