import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { AppError } from '../errors.ts'

// int8 (counts, ledgers) as a number: every figure here stays far below 2^53. Parsed once, for the whole process.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Queries through the pool, or within a transaction: both take the same calls. */
export type Database = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | '$with' | 'with' | '$count'
>

export interface DatabasePool {
  database: Database
  pool: pg.Pool
  close(): Promise<void>
}

/** Milliseconds. Without them a stopped server hangs every request. */
const connectWithin = 2000
const answerWithin = 3000

/** Opens the pool of one process; `connections` at most. */
export const openPool = (url: string, connections: number, onError: (error: Error) => void): DatabasePool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectWithin,
    query_timeout: answerWithin,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'daecheong',
  })
  // An idle connection that breaks is replaced by the pool; without a listener the process would end.
  pool.on('error', onError)
  // Also in the moment in which a connection is handed out: what ends it can come with the bytes that made it ready.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return { database: withOwnTransactions(pool), pool, close: () => pool.end() }
}

/**
 * A connection that is cut at the first answer that does not come: a late one must find nobody listening. What is asked
 * of it at once waits here for its turn: pg's own queue is deprecated, and gone from its version 9.
 */
const impatient = (client: pg.PoolClient): pg.PoolClient => {
  let before: Promise<unknown> = Promise.resolve()
  const query = async (...parameters: Parameters<pg.PoolClient['query']>) => {
    const answer = before.then(() => client.query(...parameters))
    before = answer.catch(() => undefined)
    try {
      return await answer
    } catch (error) {
      // pg offers no other way to let go; without it ROLLBACK would wait for its own time-out as well.
      if (isUnreachable(error))
        (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
      throw error
    }
  }
  // Drizzle calls nothing but `query` on a connection.
  return { query } as unknown as pg.PoolClient
}

/** What a transaction that is under way has asked of its commit. */
const underWay = new AsyncLocalStorage<{ waitsAfterCommit: boolean }>()

/**
 * Lets the current transaction give its locks back when it commits, not when the disk has it: those who wait for the same
 * row, or notify as well (PostgreSQL has one lock for that), do not wait for each other's disk. The caller still does:
 * `transaction` resolves once the disk has it. A server that dies in between loses what nobody was told was kept; other
 * readers may have seen it. Throws outside a transaction, where nothing would wait for the disk.
 */
export const unlockAtCommit = async (transaction: Database): Promise<void> => {
  const own = underWay.getStore()
  if (!own) throw new Error('Only a transaction can wait for the disk after its commit')
  own.waitsAfterCommit = true
  await transaction.execute(sql`SET LOCAL synchronous_commit = off`)
}

/** Resolves once the disk has everything that was committed before: the log of the server is written in its order. */
const flush = (client: pg.PoolClient) => client.query("SELECT pg_logical_emit_message(true, 'flush', '')")

/**
 * Drizzle gives a connection back to the pool even when ROLLBACK was not answered; its next user would write
 * into the transaction that was left open. Here such a connection is thrown away.
 */
const withOwnTransactions = (pool: pg.Pool): Database => {
  const transaction: Database['transaction'] = async (work, config) => {
    const client = await pool.connect()
    // The pool listens to idle connections only. The query that was under way rejects; this event would end the process.
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

/** True when the database could not be reached or did not answer in time, as opposed to refusing a statement. */
export const isUnreachable = (error: unknown): boolean => {
  const { code = '', message = '' } = causeOf(error)
  return (
    outOfReach.test(code) ||
    networkCodes.has(code) ||
    /timeout|terminated|Connection ended|not queryable/i.test(message)
  )
}

/** The SQLSTATE of a failed statement, '' when it has none. */
export const sqlState = (error: unknown): string => causeOf(error).code ?? ''

/** Name of the constraint that a failed statement violates, '' when it was something else. */
export const violatedConstraint = (error: unknown): string =>
  (causeOf(error) as { constraint?: string }).constraint ?? ''

/** The account that was withdrawn while a statement wrote for it (migration 0118), null when it was something else. */
export const withdrawnAccount = (error: unknown): string | null => {
  const { code, detail = '' } = causeOf(error)
  return code === 'DW001' ? detail : null
}

/**
 * The field that a violated constraint is about, '' when it was something else. Constraints are named
 * `<table>_<column>` (PostgreSQL adds `_key` to those it names itself), columns become fields by camel case.
 */
export const violatedField = (error: unknown): string => {
  const { constraint = '', table = '' } = causeOf(error) as { constraint?: string; table?: string }
  if (!table || !constraint.startsWith(`${table}_`)) return ''
  const column = constraint.slice(table.length + 1).replace(/_key$/, '')
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Runs `work` in one transaction; a serialisation failure or deadlock is tried again, three times at most.
 * A database out of reach becomes the refusal `unavailable`.
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
