import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { AppError } from '../errors.ts'

// Parse int8 (counts, ledgers) as a number for the whole process: every value here is far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Query interface of the pool or of a transaction. */
export type Database = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | '$with' | 'with' | '$count'
>

export interface DatabasePool {
  database: Database
  pool: pg.Pool
  close(): Promise<void>
}

/** Milliseconds. Without these limits a stopped server hangs every request. */
const productTimeouts = { connect: 2000, query: 3000 }

/** Opens the connection pool of this process with at most `connections` connections. */
export const openPool = (
  url: string,
  connections: number,
  onError: (error: Error) => void,
  timeouts = productTimeouts,
): DatabasePool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: timeouts.connect,
    query_timeout: timeouts.query,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'daecheong',
  })
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on('error', onError)
  // Also covers the moment in which a connection is handed out: an error can arrive with the bytes that made it ready.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { database: withOwnTransactions(pool), pool, close: () => pool.end() }
}

/**
 * Wraps a connection so that it is destroyed at the first query that times out: nothing may receive a late answer.
 * Concurrent queries are queued here, because pg's own queue is deprecated and will be removed in version 9.
 */
const impatient = (client: pg.PoolClient): pg.PoolClient => {
  let before: Promise<unknown> = Promise.resolve()
  const query = async (...parameters: Parameters<pg.PoolClient['query']>) => {
    const answer = before.then(() => client.query(...parameters))
    before = answer.catch(() => undefined)
    try {
      return await answer
    } catch (error) {
      // pg has no other way to disconnect; otherwise ROLLBACK would wait for its own timeout as well.
      if (isUnreachable(error))
        (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
      throw error
    }
  }
  // Drizzle only calls `query` on a connection.
  return { query } as unknown as pg.PoolClient
}

/** Commit options of the current transaction. */
const underWay = new AsyncLocalStorage<{ waitsAfterCommit: boolean }>()

/**
 * Releases the locks of the current transaction at commit instead of after the flush to disk, so that transactions
 * waiting for the same row, or for PostgreSQL's single lock on NOTIFY, do not wait for each other's disk writes. The
 * caller still waits: `transaction` resolves after the flush. If the server crashes in between, the commit is lost
 * before it was acknowledged, although other readers may have seen it. Throws outside a transaction, where nothing
 * would wait for the disk.
 */
export const unlockAtCommit = async (transaction: Database): Promise<void> => {
  const own = underWay.getStore()
  if (!own) throw new Error('Only a transaction can wait for the disk after its commit')
  own.waitsAfterCommit = true
  await transaction.execute(sql`SET LOCAL synchronous_commit = off`)
}

/** Resolves once all earlier commits are on disk: the write-ahead log is flushed in order. */
const flush = (client: pg.PoolClient) => client.query("SELECT pg_logical_emit_message(true, 'flush', '')")

/**
 * Replaces Drizzle's transactions, which return a connection to the pool even if ROLLBACK was not answered; its next
 * user would write into the open transaction. Here such a connection is discarded.
 */
const withOwnTransactions = (pool: pg.Pool): Database => {
  const transaction: Database['transaction'] = async (work, config) => {
    const client = await pool.connect()
    // The pool listens to idle connections only. The current query rejects anyway; without a listener this event would
    // end the process.
    const ignore = () => undefined
    client.on('error', ignore)
    let isClean = false
    try {
      const connection = impatient(client)
      const own = { waitsAfterCommit: false }
      const result = await underWay.run(own, () => drizzle(connection).transaction(work, config))
      if (own.waitsAfterCommit) await flush(connection)
      isClean = true
      return result
    } catch (error) {
      isClean = !isUnreachable(error) && client.getTransactionStatus() === 'I'
      throw error
    } finally {
      client.release(!isClean)
      if (isClean) client.off('error', ignore)
    }
  }
  return Object.assign(drizzle(pool), { transaction })
}

const retriable = new Set(['40001', '40P01'])
const outOfReach = /^(08|57P0|53300)/
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
])

const causeOf = (error: unknown): { code?: string; message?: string; detail?: string } => {
  let current = error as { code?: string; message?: string; cause?: unknown } | undefined
  while (current?.cause) current = current.cause as typeof current
  return current ?? {}
}

/** True if the database could not be reached or did not answer in time, as opposed to rejecting a statement. */
export const isUnreachable = (error: unknown): boolean => {
  const { code = '', message = '' } = causeOf(error)
  return (
    outOfReach.test(code) ||
    networkCodes.has(code) ||
    /timeout|terminated|Connection ended|not queryable/i.test(message)
  )
}

/** Returns the SQLSTATE of a failed statement, '' if it has none. */
export const sqlState = (error: unknown): string => causeOf(error).code ?? ''

/** Returns the name of the violated constraint, '' for any other error. */
export const violatedConstraint = (error: unknown): string =>
  (causeOf(error) as { constraint?: string }).constraint ?? ''

/**
 * Returns the id of the account that was withdrawn while a statement wrote data for it (migration 0118), null for any
 * other error.
 */
export const withdrawnAccount = (error: unknown): string | null => {
  const { code, detail = '' } = causeOf(error)
  return code === 'DW001' ? detail : null
}

/**
 * Returns the field of a violated constraint, '' for any other error. Constraints are named `<table>_<column>`
 * (PostgreSQL appends `_key` to those it names itself); column names become fields in camel case.
 */
export const violatedField = (error: unknown): string => {
  const { constraint = '', table = '' } = causeOf(error) as { constraint?: string; table?: string }
  if (!table || !constraint.startsWith(`${table}_`)) return ''
  const column = constraint.slice(table.length + 1).replace(/_key$/, '')
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Runs `work` in one transaction. Retries serialization failures and deadlocks, with three attempts in total. Throws
 * the refusal `unavailable` if the database is unreachable.
 */
export const inTransaction = async <T>(database: Database, work: (transaction: Database) => Promise<T>): Promise<T> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await database.transaction(work)
    } catch (error) {
      if (error instanceof AppError) throw error
      if (retriable.has(sqlState(error)) && attempt < 3) {
        await wait(5 * 2 ** attempt + Math.random() * 10)
        continue
      }
      throw error
    }
  }
}
