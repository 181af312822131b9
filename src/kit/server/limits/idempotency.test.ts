import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { popups } from '#content/popups/contract.ts'
import { popupInput } from '#content/popups/factory.ts'
import { popups as table } from '#content/popups/table.ts'
import { outbox } from '#people/messages/table.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, sentBy } from '#test/server/test-api.ts'
import type { Refusal } from '../../contract.ts'

const api = prepareTestApi()
let editor: Actor
beforeAll(async () => {
  editor = await api.actor(['console', 'console:popups', 'console:messages'])
})
beforeEach(() => api.services.database.execute(sql`TRUNCATE popups, idempotency`))

const post = (key: string, body: object = popupInput(), who = editor) =>
  api.request(sentBy(who, { method: 'POST', url: '/api/console/popups', body, headers: { 'idempotency-key': key } }))
const records = () => api.services.database.$count(table)

describe('a request with an Idempotency-Key', () => {
  it('gets the identical answer and has one effect', async () => {
    const first = await post('one')
    const repeated = await post('one')
    expect([first.statusCode, repeated.statusCode]).toEqual([201, 201])
    expect(repeated.body).toBe(first.body)
    expect(await records()).toBe(1)
  })

  it('gets the same answer although the record has changed', async () => {
    const first = await post('one')
    const { popup } = first.json()
    await api.client(popups, editor).remove({ params: { id: popup._id } })
    expect((await post('one')).body).toBe(first.body)
    expect(await records()).toBe(0)
  })

  it('is 422 with another body or for another route, in three languages', async () => {
    await post('one')
    const messages = await Promise.all(
      ['ko', 'en', 'zh'].map(async (language) => {
        const response = await api.request(
          sentBy(editor, {
            method: 'POST',
            url: '/api/console/popups',
            body: popupInput({ position: 9 }),
            headers: { 'idempotency-key': 'one', 'accept-language': language },
          }),
        )
        expect([response.statusCode, response.json<Refusal>().code]).toEqual([422, 'key_reused'])
        return response.json<Refusal>().message
      }),
    )
    expect(new Set(messages).size).toBe(3)
    const elsewhere = await api.request(
      sentBy(editor, {
        method: 'POST',
        url: '/api/console/messages/test',
        body: { to: 'staff@example.com' },
        headers: { 'idempotency-key': 'one' },
      }),
    )
    expect(elsewhere.statusCode).toBe(422)
    expect(await api.services.database.$count(outbox)).toBe(0)
    expect(await records()).toBe(1)
  })

  it('can reuse the key after a refusal', async () => {
    expect((await post('one', { title: {} })).statusCode).toBe(400)
    expect((await post('one', popupInput())).statusCode).toBe(201)
  })

  it('belongs to the account that sent it', async () => {
    const other = await api.actor(['console', 'console:popups'])
    await post('one')
    const theirs = await post('one', popupInput(), other)
    expect(theirs.statusCode).toBe(201)
    expect(await records()).toBe(2)
  })

  it('is checked for access before the stored answer is sent', async () => {
    await post('one')
    const stranger = await api.actor(['console'])
    expect((await post('one', popupInput(), stranger)).statusCode).toBe(403)
  })

  it.each(['', ' ', 'a b', 'ä', 'x'.repeat(256)])('needs a key of visible characters: %j', async (key) => {
    expect((await post(key)).statusCode).toBe(400)
  })
})

/** Returns how many records 32 concurrent identical requests with one key create. */
const effects = async (request: () => Promise<unknown>): Promise<number> => {
  await Promise.all(Array.from({ length: 32 }, request))
  return records()
}

describe('32 requests with one key at once', () => {
  it('have one effect and the same answer', async () => {
    const answers = new Set<string>()
    const effectCount = await effects(async () => {
      const response = await post('burst')
      expect(response.statusCode).toBe(201)
      answers.add(response.body)
    })
    expect([effectCount, answers.size]).toEqual([1, 1])
  })

  it('have many effects with the naive version', async () => {
    const client = api.client(popups, editor)
    const effectCount = await effects(async () => {
      const { rowCount } = await api.services.database.execute(sql`SELECT 1 FROM idempotency WHERE key = 'same'`)
      if (rowCount) return
      await client.create({ body: popupInput() })
      await api.services.database.execute(
        sql`INSERT INTO idempotency (account, key, request_hash) VALUES (${editor.userId}, 'same', '') ON CONFLICT DO NOTHING`,
      )
    })
    expect(effectCount).toBeGreaterThan(1)
  })
})
