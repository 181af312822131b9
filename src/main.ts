import '#kit/production.ts'
import '#kit/umask.ts'
// Only what the first checks and the database need; the rest is loaded while the database starts.
import { flushCompileCache } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { checkDataDirectory } from '#kit/data-directory.ts'
import { type EmbeddedDatabase, startEmbedded } from '#kit/db/embedded.ts'
import { migrate } from '#kit/db/migrate.ts'
import { isUnreachable } from '#kit/db/pool.ts'
import { readSettings, type Settings, SettingsError } from '#kit/env.ts'
import { prepareJobs } from '#kit/jobs.ts'
import { closeDataFolder } from '#kit/private-folder.ts'
import {
  closeWithinLimit,
  endOnFault,
  isServingProcess,
  type Service,
  serveInProcess,
  startProcesses,
} from '#kit/processes.ts'
import { sayAccounts } from './new-accounts.ts'

type ServedSettings = Settings & { databaseUrl: string; databaseDirectUrl: string }

/** One structured line, as the server writes them. */
const log = (message: string): void => {
  console.log(JSON.stringify({ level: 30, time: Date.now(), pid: process.pid, msg: message }))
}

const serve = async (settings: ServedSettings): Promise<Service> => {
  const { createApp } = await import('./app.ts')
  const app = await createApp(settings)
  const { address } = await app.listen()
  return { address, close: () => app.close() }
}

/** Brings the database to this release and fills it when it is empty. */
const prepareDatabase = async (settings: ServedSettings): Promise<void> => {
  const applied = await migrate(settings.databaseDirectUrl)
  if (applied.length > 0) log(`Applied ${applied.length} migrations, the last ${applied.at(-1)}.`)
  await prepareJobs(settings.databaseDirectUrl)
  const { fillEmptyDatabase } = await import('./demo.ts')
  await fillEmptyDatabase(settings)
}

/**
 * A server named in DATABASE_URL may be away at the start: pages are served from the cache until it is there, and it
 * is prepared then.
 */
const prepareDatabaseWhenThere = async (settings: ServedSettings): Promise<void> => {
  try {
    await prepareDatabase(settings)
  } catch (error) {
    if (!isUnreachable(error)) throw error
    log('The database cannot be reached; the last good pages are served meanwhile.')
    void prepareLater(settings)
  }
}

const prepareLater = async (settings: ServedSettings): Promise<void> => {
  for (;;) {
    await wait(1000)
    try {
      await prepareDatabase(settings)
      await sayAccounts(settings.dataDirectory, process.stdout)
      return log('The database is there and prepared.')
    } catch (error) {
      if (!isUnreachable(error)) fail(error)
    }
  }
}

/** sysexits.h EX_CONFIG: starting again would not help. */
const misconfigured = 78

const fail = (error: unknown): never => {
  const ours = error instanceof Error && (error.name === 'Error' || error instanceof SettingsError)
  console.error(ours ? error.message : error)
  process.exit(error instanceof SettingsError ? misconfigured : 1)
}

const startDatabase = async (settings: Settings): Promise<[ServedSettings, EmbeddedDatabase | undefined]> => {
  const { databaseUrl, databaseDirectUrl = databaseUrl } = settings
  if (databaseUrl && databaseDirectUrl) return [{ ...settings, databaseUrl, databaseDirectUrl }, undefined]
  const embedded = await startEmbedded({ dataDirectory: settings.dataDirectory, log, onGone: fail })
  return [{ ...settings, databaseUrl: embedded.url, databaseDirectUrl: embedded.url }, embedded]
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
  // A terminal tells the whole group, and a supervisor passes it on as well: the first one counts.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
  process.on('disconnect', () => void stop())
  endOnFault(() => stop(1))

  const given = readSettings(process.env)
  await checkDataDirectory(given.dataDirectory, given.databaseUrl ? 'files' : 'database')
  await closeDataFolder(given.dataDirectory, ['files', 'unfinished', 'resumable', 'spool', 'cards', 'cache'])
  const loading = given.webConcurrency === 1 ? import('./app.ts') : undefined
  loading?.catch(() => undefined)
  const [settings, embedded] = await startDatabase(given)
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
  await sayAccounts(settings.dataDirectory, process.stdout)
  process.send?.('ready')
  // Node would write it at the end, which a process that is killed does not have.
  flushCompileCache()
  giveBackSoon()
}

/**
 * What the start left behind is swept once, and the room it took is given back: 241 MB become 169. V8 does so by
 * itself only when the heap is full again.
 */
const giveBackSoon = (): void => {
  setFlagsFromString('--expose-gc')
  const sweep = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void
  setTimeout(() => sweep({ type: 'major', flavor: 'last-resort' }), 1000).unref()
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
