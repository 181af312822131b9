import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/server/test-database.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.directUrl)
  await client.connect()
  // The former definition: one pass per line.
  await client.query(`CREATE FUNCTION former(words text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(array_agg(DISTINCT substr(line, place, 2)), '{}')
    FROM regexp_split_to_table(words, '\\n') AS line, generate_series(1, length(line)) AS place
  $$`)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const windows = async (maker: 'split_into_character_pairs' | 'former', words: string | null): Promise<string[]> =>
  (await client.query(`SELECT ${maker}($1) AS windows`, [words])).rows[0].windows

it.each([
  '도이수\ndo.isu\ndo@example.com\n01012345678\n+821012345678\n대청 주식회사\n1208147521',
  'aa\naaa\na',
  '\n\n도\n\n이수\n',
  '줄\r\n끝\t탭',
  'O\'Neil \\ "人" 👍🏽 é',
  '도',
  '\n',
  '',
  null,
])('keeps the search windows of %j', async (words) => {
  const now = await windows('split_into_character_pairs', words)
  expect(now).toEqual(await windows('former', words))
  expect(now.length > 0).toBe(/[^\n]/.test(words ?? ''))
})

it('indexes a line of a hundred thousand characters in one statement', async () => {
  const startedAt = performance.now()
  expect(await windows('split_into_character_pairs', '도이수'.repeat(33_334))).toHaveLength(4)
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
