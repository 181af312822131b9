import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'

/** Column names that hold personal data. */
const personal =
  /^(username|name|email|phone|address|device|photo|birth\w*|ceo|business_number|business_registration|answers|recipient|sender|actor|actor_id|user_id|author_id|account|password_hash|token_hash|contact_hash|sealed|entry)$/

/** Tables with such a column but no personal data: published or the firm's own. */
const ofNobody: Record<string, readonly string[]> = {
  files: ['name'],
  offices: ['name', 'address', 'phone', 'email', 'photo'],
  // `ceo`: whether a lawyer is the managing partner. Below: kinds of devices, names of files.
  lawyers: ['name', 'email', 'phone', 'photo', 'ceo'],
  popups: ['device'],
  // Artists, venues and works are published; the entry describes how to bid.
  auction_authors: ['name'],
  auction_halls: ['name', 'address'],
  auction_programs: ['entry'],
  auction_works: ['author_id'],
  migrations: ['name'],
  // The company's own account, and names of things.
  shop_conditions: ['account'],
  shop_categories: ['name'],
  shop_goods: ['name'],
}

/** Row format: `| \`table\` | \`column\`, … | why | how long |` */
const page = new Map(
  [
    ...readFileSync(join(import.meta.dirname, '../../docs/privacy.md'), 'utf8').matchAll(
      /^\| `(\w+)` \| (.+?) \| (.+?) \| (.+?) \|$/gm,
    ),
  ].map(([, table = '', fields = '', why = '', howLong = '']) => [
    table,
    { fields: [...fields.matchAll(/`(\w+)`/g)].map(([, field = '']) => field), why, howLong },
  ]),
)

const api = prepareTestApi()
let columns: { table: string; column: string }[]
beforeAll(async () => {
  const { rows } = await api.services.database.execute<{ table: string; column: string }>(sql`
    SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name IN (SELECT tablename FROM pg_tables WHERE schemaname = 'public')`)
  columns = rows
})

describe('docs/privacy.md', () => {
  it('names every column with personal data', () => {
    const missing = columns.filter(
      ({ table, column }) =>
        personal.test(column) && !ofNobody[table]?.includes(column) && !page.get(table)?.fields.includes(column),
    )
    expect(missing.map(({ table, column }) => `${table}.${column}`).sort()).toEqual([])
  })

  it('names only existing tables and columns, with reason and retention', () => {
    const known = new Set(columns.map(({ table, column }) => `${table}.${column}`))
    const tables = new Set(columns.map(({ table }) => table))
    const unknown = [...page].flatMap(([table, { fields }]) => [
      ...(tables.has(table) ? [] : [table]),
      ...fields.filter((field) => !known.has(`${table}.${field}`)).map((field) => `${table}.${field}`),
    ])
    expect(unknown).toEqual([])
    for (const [table, { why, howLong }] of page)
      expect([table, why.length > 3, howLong.length > 3]).toEqual([table, true, true])
  })
})
