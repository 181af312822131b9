import '#kit/production.ts'
import { flushCompileCache } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import { type EmbeddedDatabase, startEmbedded } from '#kit/db/embedded.ts'
import { migrate } from '#kit/db/migrate.ts'
import { isUnreachable } from '#kit/db/pool.ts'
import { readSettings, type Settings, SettingsError } from '#kit/env.ts'
import { prepareJobs } from '#kit/jobs.ts'
import { closeWithinLimit, isServingProcess, type Service, serveInProcess, startProcesses } from '#kit/processes.ts'
import { fillEmptyDatabase, type PrintedAccount, readDemoAccounts } from './demo.ts'

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

/** Brings the database to this release and fills it when it is empty; answers the accounts that were made. */
const prepareDatabase = async (settings: ServedSettings): Promise<PrintedAccount[]> => {
  const applied = await migrate(settings.databaseDirectUrl)
  if (applied.length > 0) log(`Applied ${applied.length} migrations, the last ${applied.at(-1)}.`)
  await prepareJobs(settings.databaseDirectUrl)
  return (await fillEmptyDatabase(settings)) ?? []
}

/**
 * A server named in DATABASE_URL may be away at the start: pages are served from the cache until it is there, and it
 * is prepared then.
 */
const prepareDatabaseWhenThere = async (settings: ServedSettings): Promise<PrintedAccount[]> => {
  try {
    return await prepareDatabase(settings)
  } catch (error) {
    if (!isUnreachable(error)) throw error
    log('The database cannot be reached; the last good pages are served meanwhile.')
    void prepareLater(settings)
    return []
  }
}

const prepareLater = async (settings: ServedSettings): Promise<void> => {
  for (;;) {
    await wait(1000)
    try {
      sayAccounts(await prepareDatabase(settings))
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

  const stop = async () => {
    if (stopping) return
    stopping = true
    if (service) await closeWithinLimit(service)
    await database?.stop()
    process.exit(0)
  }
  // A terminal tells the whole group, and a supervisor passes it on as well: the first one counts.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
  process.on('disconnect', () => void stop())

  const [settings, embedded] = await startDatabase(readSettings(process.env))
  database = embedded
  const made = await prepareDatabaseWhenThere(settings)
  service =
    settings.webConcurrency === 1
      ? await serve(settings)
      : await startProcesses({
          count: settings.webConcurrency,
          environment: { DATABASE_URL: settings.databaseUrl, DATABASE_DIRECT_URL: settings.databaseDirectUrl },
          log,
        })
  announce(service.address)
  sayAccounts(made.length > 0 ? made : await readDemoAccounts(settings.dataDirectory))
  process.send?.('ready')
  // Node would write it at the end, which a process that is killed does not have.
  flushCompileCache()
}

const announce = (address: string): void => {
  const { port } = new URL(address)
  console.log(`\nDaecheong is ready at http://localhost:${port}\n`)
}

/** An owner's password is said only now; those of the demonstration stay in the data folder. */
const sayAccounts = (accounts: PrintedAccount[]): void => {
  if (accounts.length === 0) return
  const width = Math.max(...accounts.map(({ username }) => username.length))
  console.log('Log in at /login:')
  for (const { username, password } of accounts) console.log(`  ${username.padEnd(width)}  ${password}`)
  console.log()
}

const serveAsOneOfSeveral = () => {
  const { databaseUrl, databaseDirectUrl = databaseUrl, ...settings } = readSettings(process.env)
  if (!databaseUrl || !databaseDirectUrl) throw new SettingsError('A serving process needs DATABASE_URL.')
  return serveInProcess(() => serve({ ...settings, databaseUrl, databaseDirectUrl }))
}

await (isServingProcess ? serveAsOneOfSeveral() : start()).catch(fail)
