import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/server/test-database.ts'
import { convertPhones } from './convert-phones.ts'
import { formatPhone, parsePhone } from './parse-phone.ts'
import { acceptedSpellings } from './spellings.ts'

let database: TestDatabase
let client: pg.Client
beforeEach(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.directUrl)
  await client.connect()
  await client.query('DELETE FROM phone_conversions')
})
afterEach(async () => {
  await client.end()
  await database.drop()
})

const addConsignor = async (phone: string | null) => {
  await client.query(
    'INSERT INTO auction_consignors (id, name, phone, created_at, updated_at) VALUES (gen_random_uuid(), $1, $2, now(), now())',
    [`typed ${phone}`, phone],
  )
}

const addAccount = async (name: string, phone: string) => {
  await client.query(
    `INSERT INTO users (id, username, name, level_id, password_hash, phone)
     SELECT gen_random_uuid(), $1, $1, id, 'none', $2 FROM levels LIMIT 1`,
    [name, phone],
  )
}

const addLevel = () =>
  client.query(
    `INSERT INTO levels (id, key, title, rank) VALUES (gen_random_uuid(), 'phones', '{"ko": "회원"}', 1) ON CONFLICT DO NOTHING`,
  )

const conversionOf = async (source: string) =>
  (await client.query('SELECT changed, kept FROM phone_conversions WHERE source = $1', [source])).rows[0]

it('converts every spelling, and keeps what is no number', async () => {
  const spellings = [...acceptedSpellings.map(([typed]) => typed), '02-123-4567 내선 12', '']
  for (const phone of [...spellings, null]) await addConsignor(phone)
  await client.query(`INSERT INTO settings (value) VALUES ('{"phone": "1234567"}')
    ON CONFLICT (id) DO UPDATE SET value = excluded.value`)
  await convertPhones(database.directUrl)
  expect(await conversionOf('settings.value.phone')).toEqual({ changed: 0, kept: ['1'] })
  const { rows } = await client.query<{ name: string; phone: string | null }>(
    "SELECT name, phone FROM auction_consignors WHERE name LIKE 'typed %'",
  )
  for (const { name, phone } of rows) {
    const typed = name.replace('typed ', '')
    expect([typed, phone]).toEqual([typed, typed === 'null' ? null : (parsePhone(typed).phone ?? typed)])
  }
  const { changed, kept } = await conversionOf('auction_consignors.phone')
  expect([changed, kept.length]).toEqual([acceptedSpellings.length, 1])
})

it('leaves an account its number if another account has the stored form, and reports it', async () => {
  await addLevel()
  await addAccount('first', '+821099991234')
  await addAccount('second', '+8201099991234')
  await addAccount('third', '+8201088881234')
  expect(await convertPhones(database.directUrl)).toContain(
    'Converted the numbers of users.phone: 1 changed, 1 left as they were.',
  )
  const { rows } = await client.query('SELECT id, username, phone FROM users ORDER BY username')
  expect(rows.map(({ username, phone }) => [username, phone])).toEqual([
    ['first', '+821099991234'],
    ['second', '+8201099991234'],
    ['third', '+821088881234'],
  ])
  expect(await conversionOf('users.phone')).toEqual({ changed: 1, kept: [rows[1]?.id] })
})

it('starts although one message has two spellings of a number', async () => {
  await client.query(`WITH added AS (
      INSERT INTO sendings (id, channel, purpose, subject, html, text, audience)
      VALUES (gen_random_uuid(), 'sms', 'notice', '{}', '{}', '{}', '{}') RETURNING id)
    INSERT INTO sending_recipients (sending_id, address, state)
    SELECT id, unnest(ARRAY['+82021234567', '+8221234567']), 'queued' FROM added`)
  await convertPhones(database.directUrl)
  const { rows } = await client.query('SELECT address FROM sending_recipients ORDER BY address')
  expect(rows.map(({ address }) => address)).toEqual(['+82021234567', '+8221234567'])
  expect(await conversionOf('sending_recipients.address')).toMatchObject({ changed: 0, kept: [expect.any(String)] })
})

it('converts each source once, also when it starts twice, and continues after a stop', async () => {
  await addConsignor('02)123-4567')
  const runs = await Promise.all([convertPhones(database.directUrl), convertPhones(database.directUrl)])
  expect(runs.flat()).toEqual(['Converted the numbers of auction_consignors.phone: 1 changed, 0 left as they were.'])
  await addConsignor('02)123-4568')
  expect(await convertPhones(database.directUrl)).toEqual([])
  await client.query("DELETE FROM phone_conversions WHERE source = 'auction_consignors.phone'")
  expect(await convertPhones(database.directUrl)).toHaveLength(1)
})

it('has a search text of Korean numbers equal to their form on screens', async () => {
  for (const [, stored, shown] of acceptedSpellings.filter(([, stored]) => stored.startsWith('+82'))) {
    const { rows } = await client.query('SELECT format_phone_for_search($1) AS words', [stored])
    expect([rows[0].words, formatPhone(stored)]).toEqual([shown, shown])
  }
})
