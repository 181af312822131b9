import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '#kit/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { answersSchema, FormField } from './contract-fields.ts'
import { consultForm } from './demo.ts'

// Form of an earlier version: no use inspection date, and five required fields.
const demanded = new Set(['name', 'phone', 'practice', 'message'])
const before = consultForm.fields
  .filter(({ name }) => name !== 'inspected')
  .map((field) => ({ ...field, required: demanded.has(field.name), ...(field.name === 'phone' && { hint: {} }) }))

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.directUrl)
  await client.connect()
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  await migrate(database.directUrl, '0021_popups_at_once.sql')
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

it('migration of an earlier consultation form requires fewer fields', async () => {
  const { title, privacyVersion, keptDays } = consultForm
  await client.query(
    `INSERT INTO form_kinds (id, key, title, fields, privacy_version, kept_days)
     VALUES (gen_random_uuid(), 'consult', $1, $2, $3, $4)`,
    [title, JSON.stringify(before), privacyVersion, keptDays],
  )
  expect(await migrate(database.directUrl)).toContain('0022_consult_asks_less.sql')
  const { rows } = await client.query("SELECT fields FROM form_kinds WHERE key = 'consult'")
  const fields = FormField.array().parse(rows[0]?.fields)
  expect(fields.map(({ name }) => name)).toEqual(consultForm.fields.map(({ name }) => name))
  expect(fields.filter(({ required }) => required).map(({ name }) => name)).toEqual(['name'])
  const answers = answersSchema(fields)
  expect(answers.safeParse({ name: '오세진', email: 'sejin@estate.example' }).success).toBe(true)
  expect(answers.safeParse({ name: '오세진' }).success).toBe(false)
  // A second run applies nothing.
  expect(await migrate(database.directUrl)).toEqual([])
})
