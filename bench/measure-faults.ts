import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '#kit/db/embedded.ts'
import { type Product, postmasterPid, productPid, serverPids, startProduct } from './product/start-product.ts'
import { startWriters, type Writers } from './product/start-writers.ts'

const kills = 10
const writersAtOnce = 4

/** Longest allowed outage in ms for each kind of fault. */
const goals = { application: 5000, database: 10_000, page: 500, refusal: 3500, again: 2000, stop: 10_000 }

interface Outcome {
  times: number
  'longest ms': number
  'goal ms': number
  met: boolean
}

const outcome = (durations: number[], goal: number): Outcome => {
  const longest = Math.round(Math.max(...durations))
  return { times: durations.length, 'longest ms': longest, 'goal ms': goal, met: longest <= goal }
}

/**
 * Kills the victim's process repeatedly; returns the milliseconds until a write begun after each kill is acknowledged.
 */
const kill = async (writers: Writers, victim: () => Promise<number>): Promise<number[]> => {
  const durations: number[] = []
  for (let number = 0; number < kills; number += 1) {
    await wait(300 + Math.random() * 700)
    process.kill(await victim(), 'SIGKILL')
    const killed = performance.now()
    await writers.acknowledgedAfter(killed)
    durations.push(performance.now() - killed)
  }
  return durations
}

const timed = async (work: () => Promise<boolean>): Promise<number> => {
  const startedAt = performance.now()
  return (await work()) ? performance.now() - startedAt : Number.POSITIVE_INFINITY
}

/**
 * Suspends the database (SIGSTOP) for 15 s: pages must still be served, writes refused in time, and everything must
 * work soon after.
 */
const suspendDatabase = async (product: Product, writers: Writers): Promise<Record<string, Outcome>> => {
  const pages: Promise<number>[] = []
  const refusals: Promise<number>[] = []
  const pids = await serverPids(product.dataDirectory)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    for (const end = performance.now() + 15_000; performance.now() < end; await wait(500)) {
      pages.push(timed(async () => (await fetch(product.url)).status === 200))
      // Writes begun later would be answered after the database resumes and would not count as refusals.
      if (performance.now() < end - goals.refusal) refusals.push(timed(async () => (await writers.attempt()) === 503))
    }
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
  const back = performance.now()
  await writers.acknowledgedAfter(back)
  return {
    'again, after it stood still': outcome([performance.now() - back], goals.again),
    'home page while it stands still': outcome(await Promise.all(pages), goals.page),
    'write refused while it stands still': outcome(await Promise.all(refusals), goals.refusal),
  }
}

/** Starts the application while its external database is down: pages from the disk cache must be served. */
const startWithoutDatabase = async (folder: string): Promise<Outcome> => {
  const server = { dataDirectory: join(folder, 'server'), log: () => undefined }
  const dataDirectory = join(folder, 'application')
  let database = await startEmbedded(server)
  const environment = { DATABASE_URL: database.url }
  try {
    const before = await startProduct({ dataDirectory, environment, until: '/' })
    await before.stop()
    await database.stop()
    const startedAt = performance.now()
    const product = await startProduct({ dataDirectory, environment, until: '/' })
    const duration = performance.now() - startedAt
    database = await startEmbedded(server)
    await product.stop()
    return outcome([duration], goals.application)
  } finally {
    await database.stop()
  }
}

/** Counts how often each subject is stored. */
const storedSubjects = async (dataDirectory: string): Promise<Map<string, number>> => {
  const database = await startEmbedded({ dataDirectory, log: () => undefined })
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query('SELECT subject, count(*)::int AS times FROM post_texts GROUP BY subject')
  await client.end()
  await database.stop()
  return new Map(rows.map(({ subject, times }) => [subject, times]))
}

/**
 * Kills, suspends and stops the product while clients write. Checks that no acknowledged write is lost or duplicated
 * and that the product recovers.
 */
export const measureFaults = async (): Promise<boolean> => {
  const folder = await mkdtemp(join(tmpdir(), 'daecheong-faults-'))
  const dataDirectory = join(folder, 'data')
  try {
    const product = await startProduct({ dataDirectory })
    const writers = startWriters(product, writersAtOnce)
    const outcomes: Record<string, Outcome> = {}
    await writers.acknowledgedAfter(0)
    const application = await kill(writers, () => productPid(dataDirectory))
    outcomes['kill -9 of the application'] = outcome(application, goals.application)
    const database = await kill(writers, () => postmasterPid(dataDirectory))
    outcomes['kill -9 of PostgreSQL'] = outcome(database, goals.database)
    Object.assign(outcomes, await suspendDatabase(product, writers))
    const [stopped] = await Promise.all([product.stop(), wait(50).then(() => writers.stop())])
    outcomes['SIGTERM while writing'] = outcome([stopped], goals.stop)
    outcomes['start without its database'] = await startWithoutDatabase(folder)

    const stored = await storedSubjects(dataDirectory)
    const lost = writers.acknowledged.filter((subject) => !stored.has(subject))
    const doubled = writers.acknowledged.filter((subject) => (stored.get(subject) ?? 0) > 1)
    console.log('\nFaults: milliseconds until a write is acknowledged again, or a page or refusal is there')
    console.table(outcomes)
    console.log(`${writers.acknowledged.length} acknowledged, ${lost.length} lost, ${doubled.length} doubled`)
    for (const [what, times] of writers.unexpected) console.log(`${times} × ${what}`)
    const met = Object.values(outcomes).every((one) => one.met)
    return met && lost.length === 0 && doubled.length === 0 && writers.unexpected.size === 0
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
