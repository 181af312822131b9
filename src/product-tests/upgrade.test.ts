import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '#kit/db/migrate.ts'
import { prepareDatabase } from '#kit/db/prepare.ts'
import { describeSchema } from '#test/server/describe-schema.ts'
import { createTestApi } from '#test/server/test-api.ts'
import { createBareDatabase, createTestDatabase, type TestDatabase } from '#test/server/test-database.ts'

/**
 * Dump of a database made by the 98 migrations before the baseline (docs/decisions/0091): the demonstration with fewer
 * posts and orders, most of its search entries deleted, and one row in each table that the demonstration leaves empty.
 */
const dump = async () =>
  brotliDecompressSync(
    await readFile(join(import.meta.dirname, '../../test/database/migrated-to-0147.sql.br')),
  ).toString()

let database: TestDatabase
let client: pg.Client
const connect = async ({ directUrl }: TestDatabase) => {
  const opened = new pg.Client(directUrl)
  await opened.connect()
  return opened
}
beforeEach(async () => {
  database = await createBareDatabase()
  const loader = await connect(database)
  await loader.query(await dump())
  await loader.end()
  client = await connect(database)
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

/** pg_dump writes nested constraint conditions with fewer parentheses. */
const describeLoaded = async (opened: pg.Client): Promise<string[]> =>
  (await describeSchema(opened)).map((line) => (line.startsWith('constraint ') ? line.replaceAll(/[()]/g, '') : line))

const countRows = async (): Promise<Record<string, number>> => {
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  )
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const counted = await client.query<{ count: string }>(`SELECT count(*) FROM ${pg.escapeIdentifier(name)}`)
    counts[name] = Number(counted.rows[0]?.count)
  }
  return counts
}

describe('a database that the 98 migrations made', () => {
  it('has the schema of a fresh one after the upgrade, with all its rows', async () => {
    const { migrations: old, search_entries: found = 0, shop_shelf: listings, ...before } = await countRows()
    expect(old).toBe(98)
    expect(Object.entries(before).filter(([, count]) => count > 0).length).toBeGreaterThan(110)
    await prepareDatabase(database.directUrl)
    const {
      migrations,
      search_entries: searchable,
      database_objects: _objects,
      phone_conversions: sources,
      ...after
    } = await countRows()
    // The baseline, and the migrations since.
    expect(migrations).toBe(1 + (await readdir(join(import.meta.dirname, '../../database/migrations'))).length)
    // Tables of the migrations since are empty.
    expect(after).toEqual({ ...before, shop_listings: listings, auction_staff_bids: 0, auction_work_imports: 0 })
    expect(sources).toBeGreaterThan(10)
    const { rows: numbers } = await client.query<{ phone: string }>(
      "SELECT phone FROM offices UNION SELECT phone FROM form_requests UNION SELECT recipient ->> 'phone' FROM shop_orders",
    )
    expect(numbers.filter(({ phone }) => !/^(\+[1-9]\d{7,14})?$/.test(phone))).toEqual([])
    // Replaying the search views restores the entries.
    expect(searchable).toBeGreaterThan(found * 5)

    const fresh = await createTestDatabase()
    const other = await connect(fresh)
    const [upgraded, expected] = [await describeLoaded(client), await describeLoaded(other)]
    await other.end()
    await fresh.drop()
    expect(upgraded).toEqual(expected)
    expect(await migrate(database.directUrl)).toEqual([])
  })

  it('is upgraded by one of two processes that start concurrently', { tags: ['deep'] }, async () => {
    const ran = await Promise.all([migrate(database.directUrl), migrate(database.directUrl)])
    expect(ran.map((paths) => paths.length > 0).sort()).toEqual([false, true])
  })

  it('serves the product after the upgrade', async () => {
    await prepareDatabase(database.directUrl)
    const api = await createTestApi({ database: { ...database, drop: async () => undefined } })
    try {
      for (const [path, list] of [
        ['boards', 'boards'],
        ['practices', 'practices'],
        ['fairs', 'fairs'],
        ['shop/categories', 'categories'],
        [`search?q=${encodeURIComponent('하자')}`, 'groups'],
      ] as const) {
        const answer = await api.request({ url: `/api/v1/${path}` })
        expect([path, answer.statusCode]).toEqual([path, 200])
        expect([path, answer.json()[list].length > 0]).toEqual([path, true])
      }
    } finally {
      await api.close()
    }
  })
})

describe('a database of another version', () => {
  it('with a part of the 98 migrations names the version to start before', { tags: ['deep'] }, async () => {
    await client.query("DELETE FROM migrations WHERE name >= '0146'")
    const before = await describeSchema(client)
    await expect(migrate(database.directUrl)).rejects.toThrow(
      'This database is of an older version: its last migration is 0145_meeting_knocks.sql, 96 of 98. ' +
        'Start the version of commit 0fb9991b on it once, then this version.',
    )
    expect(await describeSchema(client)).toEqual(before)
  })

  it('with a later migration of the former numbering is refused', { tags: ['deep'] }, async () => {
    await client.query("INSERT INTO migrations (name) VALUES ('0148_other.sql')")
    await expect(migrate(database.directUrl)).rejects.toThrow(
      'has the migration 0148_other.sql, which this version does not know',
    )
  })
})
