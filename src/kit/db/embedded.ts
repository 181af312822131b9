import { mkdir, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { chooseAccount } from './embedded-account.ts'
import { findBinaries } from './embedded-binaries.ts'
import { endOrphans, endPostmaster, makeCluster, makeSocketFolder, stopLeftOver } from './embedded-cluster.ts'
import { lockDataDirectory } from './embedded-lock.ts'
import { addressOf, boundLog, launchServer, type RunningServer, type ServerPlace } from './embedded-server.ts'

export interface EmbeddedOptions {
  /** Folder of the application's data; the database lives in `postgres` below it. */
  dataDirectory: string
  /** Takes one line for the operator. */
  log: (line: string) => void
  /** False trades safety after a power failure for speed: tests only. */
  durable?: boolean
  /** The database is gone for good (its folder was removed); everything else is mended by starting it again. */
  onGone?: (error: Error) => void
}

export interface EmbeddedDatabase {
  /** For the application: owner of its database, no rights beyond it. The same over every restart. */
  url: string
  /** For what only a superuser may, such as making databases for tests. */
  adminUrl: string
  /** Process number of the running server; undefined while it is away. */
  pid(): number | undefined
  /** Lets leaving clients go, ends the others and shuts down; at most 5 seconds, mostly a fraction of one. */
  stop(): Promise<void>
}

const name = 'daecheong'

/**
 * Starts the application's own PostgreSQL and keeps it running: made at the first start, started again after a
 * crash, stopped by `stop` and also when this process is killed. One copy for each data directory: throws
 * `DataDirectoryInUse` for a second, and an error of one sentence for what the operator has to mend.
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedDatabase> => {
  const { log, durable = true } = options
  // Open for passing through, not for reading: under root the database runs as another account.
  await mkdir(options.dataDirectory, { recursive: true, mode: 0o711 })
  const dataDirectory = await realpath(options.dataDirectory)
  // Undone in reverse, when it stops and when it does not start.
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

/** What passes by itself: backends of a killed postmaster still ending, an earlier server still shutting down. */
const passing = /still in use|lock file .* (already )?exists/

/** Milliseconds after which what only seems to pass is helped along, and after which a first start gives up. */
const helpAfter = 2000
const giveUpAfter = 60_000

/** Milliseconds between two attempts: short at first, then steady, for ever. */
const backOff = (attempt: number): number => Math.min(50 * 2 ** attempt, 3000)

const keepRunning = async (place: ServerPlace, { log, onGone }: EmbeddedOptions) => {
  let current: RunningServer | undefined
  const stopped = new AbortController()
  const isStopped = () => stopped.signal.aborted

  /** Starts it, again and again; `mayThrow` refuses to go on when the reason will not pass by itself. */
  const bringUp = async (mayThrow: boolean): Promise<void> => {
    const since = Date.now()
    let said = ''
    for (let attempt = 0; !isStopped(); attempt += 1) {
      try {
        await stopLeftOver(place.account.cluster, log)
        current = await launchServer(place, isStopped)
        return await current.ready
      } catch (error) {
        if (isStopped()) return
        const { message } = error as Error
        const waited = Date.now() - since
        if (mayThrow && (!passing.test(message) || waited > giveUpAfter)) throw error
        if (message !== said) log(message)
        said = message
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
