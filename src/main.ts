import '#kit/process/production.ts'
import '#kit/process/umask.ts'
// Import only what the first checks and the database need; the rest loads while the database starts.
import { flushCompileCache } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { EmbeddedDatabase } from '#kit/db/embedded.ts'
import { isUnreachable } from '#kit/db/pool.ts'
import {
  closeWithinLimit,
  endOnFault,
  isServingProcess,
  type Service,
  serveInProcess,
  startProcesses,
} from '#kit/process/cluster.ts'
import { readSettings, SettingsError } from '#kit/process/settings.ts'
import type { ReadySettings } from './app.ts'
import { log, openDataFolder, prepareDatabase, startDatabase } from './prepare-database.ts'
import { printAccounts } from './print-accounts.ts'

const serve = async (settings: ReadySettings): Promise<Service> => {
  const { createApp } = await import('./app.ts')
  const app = await createApp(settings)
  const { address } = await app.listen()
  return { address, close: () => app.close() }
}

/**
 * Prepares a DATABASE_URL server that is unreachable at start, once it is there; until then pages are served from the
 * cache.
 */
const prepareDatabaseWhenThere = async (settings: ReadySettings): Promise<void> => {
  try {
    await prepareDatabase(settings)
  } catch (error) {
    if (!isUnreachable(error)) throw error
    log('The database cannot be reached; the last good pages are served meanwhile.')
    void prepareLater(settings)
  }
}

const prepareLater = async (settings: ReadySettings): Promise<void> => {
  for (;;) {
    await wait(1000)
    try {
      await prepareDatabase(settings)
      await printAccounts(settings.dataDirectory, process.stdout)
      return log('The database is there and prepared.')
    } catch (error) {
      if (!isUnreachable(error)) fail(error)
    }
  }
}

/** sysexits.h EX_CONFIG: restarting would not help. */
const misconfigured = 78

const fail = (error: unknown): never => {
  const isExpected = error instanceof Error && (error.name === 'Error' || error instanceof SettingsError)
  console.error(isExpected ? error.message : error)
  process.exit(error instanceof SettingsError ? misconfigured : 1)
}

const start = async (): Promise<void> => {
  let service: Service | undefined
  let database: EmbeddedDatabase | undefined
  let stopping = false

  const stop = async (code = 0) => {
    if (stopping) return
    stopping = true
    if (service) await closeWithinLimit(service)
    await database?.stop()
    process.exit(code)
  }
  // A terminal signals the whole process group and a supervisor forwards the signal, so it may arrive twice; only the
  // first counts.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
  process.on('disconnect', () => void stop())
  endOnFault(() => stop(1))

  const given = readSettings(process.env)
  await openDataFolder(given)
  const loading = given.webConcurrency === 1 ? import('./app.ts') : undefined
  loading?.catch(() => undefined)
  const [settings, embedded] = await startDatabase(given, fail)
  database = embedded
  await prepareDatabaseWhenThere(settings)
  service =
    settings.webConcurrency === 1
      ? await serve(settings)
      : await startProcesses({
          count: settings.webConcurrency,
          environment: { DATABASE_URL: settings.databaseUrl, DATABASE_DIRECT_URL: settings.databaseDirectUrl },
          log,
        })
  announce(service.address)
  await printAccounts(settings.dataDirectory, process.stdout)
  process.send?.('ready')
  // Node flushes only on exit, which a killed process never reaches.
  flushCompileCache()
  giveBackSoon()
}

/**
 * Collects the garbage of the start once and returns the memory to the system: 241 MB become 169 MB. V8 would do so
 * only when the heap is full again.
 */
const giveBackSoon = (): void => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void
  setTimeout(() => collectGarbage({ type: 'major', flavor: 'last-resort' }), 1000).unref()
}

const announce = (address: string): void => {
  const { port } = new URL(address)
  console.log(`\nDaecheong is ready at http://localhost:${port}\n`)
}

const serveAsOneOfSeveral = () => {
  const { databaseUrl, databaseDirectUrl = databaseUrl, ...settings } = readSettings(process.env)
  if (!databaseUrl || !databaseDirectUrl) throw new SettingsError('A serving process needs DATABASE_URL.')
  return serveInProcess(() => serve({ ...settings, databaseUrl, databaseDirectUrl }))
}

await (isServingProcess ? serveAsOneOfSeveral() : start()).catch(fail)
