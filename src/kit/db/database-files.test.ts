import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeSchema } from '#test/server/describe-schema.ts'
import { createTestDatabase, type TestDatabase } from '#test/server/test-database.ts'
import { migrate } from './migrate.ts'
import { databaseFolder, readDatabaseFiles, requiredBy } from './migrate-files.ts'
import { listObjects } from './migrate-objects.ts'

let database: TestDatabase
let client: pg.Client
let fresh: string[]
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.directUrl)
  await client.connect()
  fresh = await describeSchema(client)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

it('has a file for every function, view and trigger, and no other file', async () => {
  const { objects } = await readDatabaseFiles(databaseFolder)
  expect([...(await listObjects(client)).keys()].sort()).toEqual(objects.map(({ path }) => path).sort())
})

it('has functions, views and triggers equal to their files', async () => {
  const { objects, tables } = await readDatabaseFiles(databaseFolder)
  // Constraints and indexes use these; the next test replays them too.
  const used = new Set([...tables, ...objects.filter(({ path }) => path.startsWith('functions/'))].flatMap(requiredBy))
  const dropped = objects.filter(({ name, path }) => !path.startsWith('functions/') || !used.has(name))
  const found = await listObjects(client)
  for (const { path, name } of dropped.toReversed())
    for (const object of found.get(path)?.keys() ?? [])
      await client.query(
        path.startsWith('triggers/')
          ? `DROP TRIGGER ${object} ON ${name}`
          : `DROP ${path.startsWith('views/') ? 'VIEW' : 'ROUTINE'} ${object}`,
      )
  const replayed = await migrate(database.directUrl)
  expect(replayed.sort()).toEqual(dropped.map(({ path }) => path).sort())
  expect(await describeSchema(client)).toEqual(fresh)
})

it('has files that can be repeated, with valid bodies', async () => {
  const { objects } = await readDatabaseFiles(databaseFolder)
  await client.query('SET check_function_bodies = on')
  for (const { sql, path } of objects) await expect(client.query(sql), path).resolves.toBeDefined()
  expect(await describeSchema(client)).toEqual(fresh)
})
