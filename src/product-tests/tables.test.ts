import { getTableColumns, getTableName, getViewName, getViewSelectedFields, is } from 'drizzle-orm'
import { PgColumn, PgTable, PgView } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/server/test-database.ts'

const files = import.meta.glob<Record<string, unknown>>('../*/*/table.ts', {
  eager: true,
})
const exported = Object.values(files).flatMap((file) => Object.values(file))
const tables = exported.filter((value): value is PgTable => is(value, PgTable))
const views = exported.filter((value): value is PgView => is(value, PgView))

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.directUrl)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** PostgreSQL's names of types that Drizzle names differently. */
const typeOf = (sqlType: string): string =>
  sqlType.replace('timestamp (3) with time zone', 'timestamp(3) with time zone')

it('finds tables', () => expect(tables.length).toBeGreaterThan(10))

it.each(tables.map((table) => [getTableName(table), table] as const))(
  '%s is described as it is',
  async (name, table) => {
    const { rows } = await client.query<{ name: string; type: string; required: boolean }>(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS required
     FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attname`,
      [name],
    )
    const described = Object.values(getTableColumns(table))
      .map((column) => ({ name: column.name, type: typeOf(column.getSQLType()), required: column.notNull }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    expect(described).toEqual(rows)
  },
)

it.each(views.map((view) => [getViewName(view), view] as const))(
  '%s has the columns of its view',
  async (name, view) => {
    const { rows } = await client.query<{ name: string; type: string }>(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type
     FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 ORDER BY attname`,
      [name],
    )
    const described = Object.values(getViewSelectedFields(view))
      .filter((column) => is(column, PgColumn))
      .map((column) => ({ name: column.name, type: typeOf(column.getSQLType()) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    expect(described).toEqual(rows)
  },
)
