import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '#kit/db/embedded.ts'
import { prepareDatabase } from '#kit/db/prepare.ts'
import { installedServer, startInstalledServer, startPooler, type TestServer } from './test-servers.ts'

/**
 * URL of the test server. `TEST_DATABASE_URL` names one whose user may create databases; otherwise the run starts the
 * embedded one, or the machine's with `TEST_SERVER=installed`. `TEST_DATABASE_POOLED_URL` names a transaction pooler in
 * front of the same server; `TEST_POOLER=pgbouncer` starts one.
 */
const serverUrl = (): string => {
  const url = process.env.TEST_DATABASE_URL
  if (!url) throw new Error('No database server for tests: run them with vitest, or set TEST_DATABASE_URL.')
  return url
}

/** Name of the migrated template that every test database of the run is copied from. */
const templateOfRun = (): string => `daecheong_template_${process.env.TEST_RUN ?? ''}`

const onServer = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(serverUrl())
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const withDatabase = (url: string, database: string): string => {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** Timeouts of pools in tests, in ms: on a busy machine a queue of 64 callers takes longer than the product's limit. */
export const testTimeouts = { connect: 20_000, query: 20_000 }

export interface TestDatabase {
  /** URL for queries, through the pooler if there is one. */
  url: string
  /** URL for LISTEN, migrations and jobs. */
  directUrl: string
  drop(): Promise<void>
}

/**
 * Drops a database. Retries while PostgreSQL 15 refuses (42501) because its autovacuum, which only a superuser may
 * stop, is at work there.
 */
const dropDatabase = async (client: pg.Client, name: string): Promise<void> => {
  for (let tries = 1; ; tries += 1)
    try {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
      return
    } catch (error) {
      if (tries === 20 || !(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
      await setTimeout(100 * tries)
    }
}

/** Creates an empty, migrated database for one test file, in less than 0.1 s. */
export const createTestDatabase = (): Promise<TestDatabase> => createDatabase(templateOfRun())

/** Creates a database without tables. */
export const createBareDatabase = (): Promise<TestDatabase> => createDatabase('template1')

const createDatabase = async (template: string): Promise<TestDatabase> => {
  const name = `daecheong_test_${randomBytes(6).toString('hex')}`
  // Copying its files touches a tenth of the memory pages that copying each block through the buffers does.
  await onServer((client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`))
  return {
    url: withDatabase(process.env.TEST_DATABASE_POOLED_URL ?? serverUrl(), name),
    directUrl: withDatabase(serverUrl(), name),
    drop: () => onServer((client) => dropDatabase(client, name)),
  }
}

/** Vitest's global setup: one server and one migrated template for the whole run. */
export const setup = async (): Promise<() => Promise<void>> => {
  const stopServer = process.env.TEST_DATABASE_URL ? undefined : await startServer()
  const stopPooler = process.env.TEST_POOLER === 'pgbouncer' ? await putPoolerBefore(serverUrl()) : undefined
  process.env.TEST_RUN = randomBytes(4).toString('hex')
  const template = templateOfRun()
  await onServer((client) => client.query(`CREATE DATABASE ${template}`))
  await prepareDatabase(withDatabase(serverUrl(), template))
  return async () => {
    await onServer((client) => dropDatabase(client, template))
    await stopPooler?.()
    await stopServer?.()
  }
}

const putPoolerBefore = async (url: string): Promise<() => Promise<void>> => {
  const pooler = await startPooler(url)
  process.env.TEST_DATABASE_POOLED_URL = pooler.url
  return async () => {
    delete process.env.TEST_DATABASE_POOLED_URL
    await pooler.stop()
  }
}

const startServer = async (): Promise<() => Promise<void>> => {
  const { url, stop } = process.env.TEST_SERVER === 'installed' ? await startInstalled() : await startOwn()
  process.env.TEST_DATABASE_URL = url
  return async () => {
    delete process.env.TEST_DATABASE_URL
    await stop()
  }
}

const startInstalled = (): Promise<TestServer> => {
  const home = installedServer()
  if (!home) throw new Error('No PostgreSQL from 15 on is installed on this machine.')
  return startInstalledServer(home)
}

const startOwn = async (): Promise<TestServer> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'daecheong-test-'))
  const server = await startEmbedded({ dataDirectory, log: (line) => console.error(line), durable: false })
  const client = new pg.Client(server.adminUrl)
  await client.connect()
  await client.query('ALTER ROLE daecheong CREATEDB')
  await client.end()
  const stop = async () => {
    await server.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
  return { url: server.url, stop }
}

/**
 * Opens a pool of plain connections. Ignores errors of connections that the server ends when the database is dropped.
 */
export const openPlainPool = (url: string, max = 10): pg.Pool => {
  const pool = new pg.Pool({ connectionString: url, max })
  pool.on('error', () => undefined)
  // The pool removes its listener from a closing connection; an unhandled error would then end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
