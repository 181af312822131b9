import { spawn } from 'node:child_process'
import { copyFile, open, stat, truncate } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Account } from './embedded-account.ts'

export interface ServerPlace {
  account: Account
  socketFolder: string
  /** Path of the server log; rotated at 8 MB, with one previous part stored as `….1`. */
  logFile: string
  /** False disables fsync: tests only. */
  durable: boolean
}

/** Postmaster started by this process. */
export interface RunningServer {
  pid: number
  /** Resolves when the server accepts connections; rejects with the end of its log if it exits first. */
  ready: Promise<void>
  /** Resolves when the server has exited, for whatever reason. */
  ended: Promise<void>
  hasEnded(): boolean
}

const logLimit = 8 * 1024 * 1024

/** Returns the URL of a database behind the socket, readable by `pg`, psql and every libpq program. */
export const addressOf = (socketFolder: string, user: string, database: string): string =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`

/** Starts one postmaster. Throws if `abandoned` returns true before it is spawned. */
export const launchServer = async (place: ServerPlace, abandoned: () => boolean): Promise<RunningServer> => {
  await boundLog(place.logFile)
  const log = await open(place.logFile, 'a', 0o600)
  try {
    const start = (await log.stat()).size
    if (abandoned()) throw new Error('The database is being stopped.')
    const child = place.account.spawn('postgres', serverArguments(place), { stdio: ['ignore', log.fd, log.fd] })
    let over = false
    const ended = new Promise<void>((resolve) => {
      const end = () => {
        over = true
        resolve()
      }
      child.once('exit', end).once('error', end)
    })
    const pid = child.pid
    if (pid === undefined) throw new Error('The database could not be started: no process.')
    endWithOwner(pid, ended)
    const hasEnded = () => over
    const ready = untilReady(place.socketFolder, hasEnded).then(async (answered) => {
      if (!answered) throw new Error(`The database does not start: ${await lastWords(place.logFile, start)}`)
    })
    // Prevent an unhandled rejection: a stop requested meanwhile does not wait for readiness.
    ready.catch(() => undefined)
    return { pid, ready, ended, hasEnded }
  } finally {
    await log.close()
  }
}

const mebibyte = 1024 * 1024

/**
 * Returns shared_buffers in MB: an eighth of the memory of the machine or container, because the application runs
 * beside it; at least 128 (PostgreSQL's default) and at most 1024. The memory is allocated as it is used. An index
 * larger than shared_buffers is read from files again and again, and may no longer be in the system's page cache.
 */
export const sharedBuffers = (memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)): number =>
  Math.round(Math.min(1024, Math.max(128, memory / 8 / mebibyte)))

const serverArguments = ({ account, socketFolder, durable }: ServerPlace): string[] => {
  const settings: Record<string, string | number> = {
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    max_connections: 400,
    shared_buffers: `${sharedBuffers()}MB`,
    max_wal_size: '256MB',
    min_wal_size: '64MB',
    // Queries are short and CPUs few: JIT and parallel plans cost more than they gain.
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    // A failed statement and its details may contain personal data.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  }
  const args = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  return ['-D', account.cluster, ...args]
}

/**
 * Stops PostgreSQL when this process is killed, which it would otherwise outlive. A separate shell reads from a pipe
 * that closes with this process and then sends the server a shutdown signal; a line written to the pipe tells the shell
 * that the server exited first.
 */
export const endWithOwner = (pid: number, ended: Promise<unknown>): void => {
  const guard = spawn('sh', ['-c', 'read -r _ || kill -INT "$1"', 'sh', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  })
  guard.on('error', () => undefined)
  guard.stdin?.on('error', () => undefined)
  guard.unref()
  void ended.then(() => guard.stdin?.end('\n'))
}

const untilReady = async (socketFolder: string, hasEnded: () => boolean): Promise<boolean> => {
  for (;;) {
    if (hasEnded()) return false
    const client = new pg.Client({
      connectionString: addressOf(socketFolder, 'postgres', 'postgres'),
      connectionTimeoutMillis: 1000,
    })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return true
    } catch {
      await wait(25)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

/** Error of connections made before the server is ready, mostly by this process itself. */
const notYet = /starting up|shutting down|not yet accepting/

const lastWords = async (logFile: string, start: number): Promise<string> => {
  const file = await open(logFile)
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(size - start, 0)), { position: start })
    const lines = buffer.toString('utf8', 0, bytesRead).trim().split('\n')
    const telling = lines.findLast((line) => /FATAL|PANIC|error/i.test(line) && !notYet.test(line)) ?? lines.at(-1)
    return telling?.replace(/^.*?\] (FATAL|PANIC):\s*/, '') || 'it says nothing'
  } finally {
    await file.close()
  }
}

/** Keeps the log within its size limit; the server continues to write to the same file. */
export const boundLog = async (logFile: string): Promise<void> => {
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0
  if (size < logLimit) return
  await copyFile(logFile, `${logFile}.1`)
  await truncate(logFile)
}
