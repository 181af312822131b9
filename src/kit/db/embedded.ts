import { mkdir, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { chooseAccount } from './embedded-account.ts'
import { findBinaries } from './embedded-binaries.ts'
import { endOrphans, endPostmaster, makeCluster, makeSocketFolder, stopLeftoverServer } from './embedded-cluster.ts'
import { lockDataDirectory } from './embedded-lock.ts'
import { addressOf, boundLog, launchServer, type RunningServer, type ServerPlace } from './embedded-server.ts'

export interface EmbeddedOptions {
  /** Data folder of the application; the database is in its `postgres` subfolder. */
  dataDirectory: string
  /** Writes one line for the operator. */
  log: (line: string) => void
  /** False trades safety after a power failure for speed: tests only. */
  durable?: boolean
  /** Called if the database is lost for good (its folder was removed); any other failure is handled by a restart. */
  onGone?: (error: Error) => void
}

export interface EmbeddedDatabase {
  /** URL for the application, which owns its database and has no other rights. The same after every restart. */
  url: string
  /** URL for superuser tasks, such as creating test databases. */
  adminUrl: string
  /** Process id of the running server; undefined while it is down. */
  pid(): number | undefined
  /**
   * Waits briefly for clients to disconnect, terminates the rest and shuts down; takes 5 seconds at most, usually a
   * fraction of one.
   */
  stop(): Promise<void>
}

const name = 'daecheong'

/**
 * Starts the application's own PostgreSQL and keeps it running: creates it on the first start, restarts it after a
 * crash, and stops it on `stop` or when this process is killed. Only one copy may use a data directory: throws
 * `DataDirectoryInUse` for a second one, and an error of one sentence for problems that the operator must fix.
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedDatabase> => {
  const { log, durable = true } = options
  // Traversable but not readable by others: under root, the database runs as another account.
  await mkdir(options.dataDirectory, { recursive: true, mode: 0o711 })
  const dataDirectory = await realpath(options.dataDirectory)
  // Clean-up steps, run in reverse order on stop or when the start fails.
  const undo = [await lockDataDirectory(dataDirectory)]
  const stop = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step()
  }
  try {
    const account = await chooseAccount(await findBinaries(), dataDirectory, log)
    await makeCluster(account, durable)
    const socketFolder = await makeSocketFolder(account, dataDirectory)
    undo.push(() => rm(socketFolder, { recursive: true, force: true }))
    const logFile = join(dataDirectory, 'postgres.log')
    const server = await keepRunning({ account, socketFolder, logFile, durable }, options)
    undo.push(server.stop)
    await makeDatabase(socketFolder)
    return {
      url: addressOf(socketFolder, name, name),
      adminUrl: addressOf(socketFolder, 'postgres', 'postgres'),
      pid: server.pid,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const makeDatabase = async (socketFolder: string): Promise<void> => {
  const client = new pg.Client(addressOf(socketFolder, 'postgres', 'postgres'))
  await client.connect()
  try {
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name])
    if (role.rowCount === 0) await client.query(`CREATE ROLE ${name} LOGIN`)
    const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${name} OWNER ${name}`)
  } finally {
    await client.end()
  }
}

/** Temporary errors: backends of a killed postmaster still ending, an earlier server still shutting down. */
const passing = /still in use|lock file .* (already )?exists/

/**
 * Milliseconds after which orphaned processes are killed (`helpAfter`) and after which a first start gives up
 * (`giveUpAfter`).
 */
const helpAfter = 2000
const giveUpAfter = 60_000

/** Milliseconds between two attempts: exponential from 50, capped at 3000, without a limit on attempts. */
const backOff = (attempt: number): number => Math.min(50 * 2 ** attempt, 3000)

const keepRunning = async (place: ServerPlace, { log, onGone }: EmbeddedOptions) => {
  let current: RunningServer | undefined
  const stopped = new AbortController()
  const isStopped = () => stopped.signal.aborted

  /** Starts the server with retries. With `mayThrow`, throws if the error is not temporary. */
  const bringUp = async (mayThrow: boolean): Promise<void> => {
    const since = Date.now()
    let output = ''
    for (let attempt = 0; !isStopped(); attempt += 1) {
      try {
        await stopLeftoverServer(place.account.cluster, log)
        current = await launchServer(place, isStopped)
        return await current.ready
      } catch (error) {
        if (isStopped()) return
        const { message } = error as Error
        const waited = Date.now() - since
        if (mayThrow && (!passing.test(message) || waited > giveUpAfter)) throw error
        if (message !== output) log(message)
        output = message
        if (!(await stat(place.account.cluster).catch(() => undefined)))
          throw new Error(`The database's folder ${place.account.cluster} was removed.`, { cause: error })
        if (waited > helpAfter) await endOrphans(place.account.cluster)
        await wait(backOff(attempt), undefined, { signal: stopped.signal }).catch(() => undefined)
      }
    }
  }

  const stayUp = async (): Promise<void> => {
    while (!isStopped()) {
      await current?.ended
      if (isStopped()) return
      log('The database ended unexpectedly and is started again.')
      await bringUp(false)
      if (!isStopped()) log('The database is back.')
    }
  }

  await bringUp(true)
  const logKeeper = setInterval(() => void boundLog(place.logFile).catch(() => undefined), 60_000).unref()
  const watch = stayUp().catch((error: Error) => onGone?.(error))

  return {
    pid: () => (current && !current.hasEnded() ? current.pid : undefined),
    stop: async (): Promise<void> => {
      stopped.abort()
      clearInterval(logKeeper)
      const server = current
      if (server && !server.hasEnded()) await endPostmaster(server.pid, server.hasEnded)
      await watch
    },
  }
}
