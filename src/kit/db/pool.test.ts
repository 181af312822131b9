import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BreakableProxy, startBreakableProxy } from '#test/server/breakable-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#test/server/test-database.ts'
import { type DatabasePool, inTransaction, isUnreachable, openPool, unlockAtCommit } from './pool.ts'

let database: TestDatabase
let direct: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  direct = new pg.Client(database.directUrl)
  await direct.connect()
  await direct.query('CREATE TABLE notes (name text)')
})
afterAll(async () => {
  await direct.end()
  await database.drop()
})

describe('a server that stops in the middle of a transaction', { tags: ['deep'] }, () => {
  let wire: BreakableProxy
  let pool: DatabasePool
  beforeEach(async () => {
    await direct.query('TRUNCATE notes')
    wire = await startBreakableProxy(database.directUrl)
    pool = openPool(wire.url, 1, () => undefined)
  })
  afterEach(async () => {
    await pool.close()
    await wire.close()
  })

  const names = async () => (await direct.query('SELECT name FROM notes ORDER BY name')).rows.map(({ name }) => name)
  const write = (name: string) => pool.database.execute(sql`INSERT INTO notes VALUES (${name})`)

  const interrupted = () =>
    inTransaction(pool.database, async (transaction) => {
      await transaction.execute(sql`INSERT INTO notes VALUES ('first')`)
      wire.setPaused(true)
      await transaction.execute(sql`INSERT INTO notes VALUES ('second')`)
    })

  it('fails within 3.5 s, leaves nothing behind and discards its connection', async () => {
    const startedAt = performance.now()
    await expect(interrupted()).rejects.toSatisfy(isUnreachable)
    expect(performance.now() - startedAt).toBeLessThan(3500)
    wire.setPaused(false)
    // A later acknowledged write is committed and does not include the refused one.
    await write('after')
    await inTransaction(pool.database, async (transaction) => {
      await transaction.execute(sql`INSERT INTO notes VALUES ('later')`)
    })
    wire.cut()
    expect(await names()).toEqual(['after', 'later'])
  })
})

describe('a connection that breaks in the middle of a transaction', () => {
  it('fails the call but not the process, and the next call gets another connection', async () => {
    const wire = await startBreakableProxy(database.directUrl)
    const pool = openPool(wire.url, 1, () => undefined)
    const broken = inTransaction(pool.database, async (transaction) => {
      await transaction.execute(sql`SELECT 1`)
      wire.cut()
      await transaction.execute(sql`SELECT 2`)
    })
    await expect(broken).rejects.toSatisfy(isUnreachable)
    expect((await pool.database.execute(sql`SELECT 3 AS three`)).rows).toEqual([{ three: 3 }])
    await pool.close()
    await wire.close()
  })
})

describe('a transaction', () => {
  let pool: DatabasePool
  beforeAll(() => {
    pool = openPool(database.url, 4, () => undefined)
  })
  afterAll(() => pool.close())

  it('commits completely or not at all, also when nested', async () => {
    await direct.query('TRUNCATE notes')
    const add = (name: string) => sql`INSERT INTO notes VALUES (${name})`
    await inTransaction(pool.database, async (outer) => {
      await outer.execute(add('kept'))
      await expect(
        inTransaction(outer, async (inner) => {
          await inner.execute(add('lost'))
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
    })
    await expect(
      inTransaction(pool.database, async (outer) => {
        await outer.execute(add('gone'))
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect((await direct.query('SELECT name FROM notes')).rows).toEqual([{ name: 'kept' }])
  })

  it('is retried after a deadlock', async () => {
    await direct.query('CREATE TABLE pairs (id integer PRIMARY KEY, amount integer NOT NULL)')
    await direct.query('INSERT INTO pairs VALUES (1, 0), (2, 0)')
    const add = (first: number, second: number) =>
      inTransaction(pool.database, async (transaction) => {
        await transaction.execute(sql`UPDATE pairs SET amount = amount + 1 WHERE id = ${first}`)
        await transaction.execute(sql`SELECT pg_sleep(0.02)`)
        await transaction.execute(sql`UPDATE pairs SET amount = amount + 1 WHERE id = ${second}`)
      })
    await Promise.all([add(1, 2), add(2, 1)])
    expect((await direct.query('SELECT amount FROM pairs')).rows).toEqual([{ amount: 2 }, { amount: 2 }])
  })

  it('with early unlock resolves once the disk has its commit', async () => {
    await direct.query('TRUNCATE notes')
    const write = (isUnlocking: boolean) =>
      inTransaction(pool.database, async (transaction) => {
        if (isUnlocking) await unlockAtCommit(transaction)
        await transaction.execute(sql`INSERT INTO notes VALUES ('kept')`)
        const { rows } = await transaction.execute<{ at: string; mode: string }>(
          sql`SELECT pg_current_wal_insert_lsn() AS at, current_setting('synchronous_commit') AS mode`,
        )
        return rows[0]
      })
    for (let round = 0; round < 20; round += 1) {
      const written = await write(true)
      expect(written?.mode).toBe('off')
      const { rows } = await direct.query('SELECT pg_current_wal_flush_lsn() >= $1::pg_lsn AS kept', [written?.at])
      expect(rows).toEqual([{ kept: true }])
    }
    expect((await write(false))?.mode).toBe('on')
    await expect(unlockAtCommit(pool.database)).rejects.toThrow('Only a transaction')
  })
})

it('runs concurrent statements of a transaction in order', async () => {
  await direct.query('TRUNCATE notes')
  const warnings: string[] = []
  const hear = ({ message }: Error) => void warnings.push(message)
  process.on('warning', hear)
  const pool = openPool(database.url, 1, () => undefined)
  try {
    const counts = await inTransaction(pool.database, async (transaction) => {
      const answers = await Promise.all(
        ['one', 'two', 'three'].map((name) =>
          transaction.execute(sql`INSERT INTO notes VALUES (${name}) RETURNING name`),
        ),
      )
      return answers.map(({ rows }) => rows[0]?.name)
    })
    expect(counts).toEqual(['one', 'two', 'three'])
    // pg warns about its deprecated queue once per process, in the next tick.
    await new Promise((resolve) => setImmediate(resolve))
    expect(warnings).toEqual([])
  } finally {
    process.off('warning', hear)
    await pool.close()
  }
})
