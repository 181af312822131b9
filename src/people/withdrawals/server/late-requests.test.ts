import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CallRefused } from '#kit/client.ts'
import { bookmarks } from '#people/bookmarks/contract.ts'
import { buildBookmarkableRecord } from '#people/bookmarks/factory.ts'
import { consents } from '#people/consents/contract.ts'
import { buildRecipient, buildSending } from '#people/messages/factory.ts'
import { passkeys } from '#people/passkeys/contract.ts'
import { questions } from '#people/questions/contract.ts'
import { users } from '#people/users/contract.ts'
import { buildUser } from '#people/users/factory.ts'
import { form, picture } from '#test/files/sample-files.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, sentBy } from '#test/server/test-api.ts'
import { waitForLock } from '#test/server/wait-for-lock.ts'
import { withdrawals } from '../contract.ts'

/** A request authenticated before its account was withdrawn, and written after. */

const api = prepareTestApi()
/** Connection of the tab that withdraws. */
let other: pg.Client
let post: string
beforeAll(async () => {
  other = new pg.Client(api.database.directUrl)
  await other.connect()
  post = await buildBookmarkableRecord(api.context)
})
afterAll(() => other.end())

const password = 'a quiet gate of pine'
let member: Actor
beforeEach(async () => {
  member = await api.actor([], { password })
})

const question = { type: 'inquiry' as const, title: '늦은 문의', text: '보존되면 안 됩니다.', files: [] as string[] }

/** Member actions in the other tab, each with the table it writes and its owner column. */
const memberActions: Record<string, { table: string; act: () => Promise<unknown> }> = {
  'asks a question': {
    table: 'questions',
    act: () => api.client(questions, member).ask({ body: question }),
  },
  'asks a question under a key': {
    table: 'questions',
    act: () => api.client(questions, member).ask({ body: question }, { headers: { 'idempotency-key': 'a' } }),
  },
  'marks a post': {
    table: 'bookmarks',
    act: () => api.client(bookmarks, member).addBookmark({ body: { kind: 'post', record: post } }),
  },
  'gives a consent': {
    table: 'consents',
    act: () => api.client(consents, member).updateConsents({ body: { channels: { EMAIL: true } } }),
  },
  'uploads a file of a question': {
    table: 'question_files',
    act: async () =>
      api.client(questions, member).upload({ form: form('file', ['그림.png', await picture('png')]) as never }),
  },
  'begins a passkey': {
    table: 'passkey_challenges',
    act: () => api.client(passkeys, member).beginPasskey({ body: { password } }),
  },
}

const countOwnRows = async (table: string): Promise<number> =>
  Number((await other.query(`SELECT count(*) FROM ${table} WHERE user_id = $1`, [member.userId])).rows[0].count)

/** Runs an action while another connection withdraws the account and commits once the action waits for it. */
const catchLateRefusal = async (act: () => Promise<unknown>): Promise<CallRefused | null> => {
  await other.query('BEGIN')
  await other.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [member.userId])
  await other.query(`UPDATE users SET state = 'withdrawn' WHERE id = $1`, [member.userId])
  const answered = act().then(
    () => null,
    (error: unknown) => error,
  )
  await waitForLock(api.context.database)
  await other.query('COMMIT')
  const refused = await answered
  if (refused !== null && !(refused instanceof CallRefused)) throw refused
  return refused
}

describe('a request authenticated before the withdrawal', () => {
  it.each(Object.keys(memberActions))('%s: is refused like the next request and stores nothing', async (name) => {
    const { table, act } = memberActions[name] as (typeof memberActions)[string]
    const refused = await catchLateRefusal(act)
    expect([refused?.status, refused?.refusal.code]).toEqual([401, 'session_expired'])
    expect(await countOwnRows(table)).toBe(0)
    expect(await api.context.database.$count(sql`idempotency`, sql`account = ${member.userId}`)).toBe(0)
    await expect(api.client(users, member).me()).rejects.toMatchObject({
      status: 401,
      refusal: { code: 'session_expired' },
    })
  })

  it.each(['asks a question', 'marks a post', 'gives a consent'])(
    '%s: stores a row in the naive variant without the trigger',
    async (name) => {
      const { table, act } = memberActions[name] as (typeof memberActions)[string]
      await other.query(`ALTER TABLE ${table} DISABLE TRIGGER ${table}_account`)
      try {
        expect(await catchLateRefusal(act)).toBeNull()
        expect(await countOwnRows(table)).toBeGreaterThan(0)
      } finally {
        await other.query(`ALTER TABLE ${table} ENABLE TRIGGER ${table}_account`)
      }
    },
  )

  it('stores nothing when eight tabs ask and one withdraws, and no tab gets a server error', {
    tags: ['deep'],
  }, async () => {
    for (let round = 0; round < 4; round += 1) {
      member = await api.actor([], { password })
      // Requests are limited per minute and address.
      const { ask } = api.client(questions, member, 'ko', `192.0.2.${round}`)
      const questionAttempts = Array.from({ length: 8 }, () => ask({ body: question }).catch((error: unknown) => error))
      await Promise.all([api.client(withdrawals, member).withdraw({ body: { password } }), ...questionAttempts])
      for (const refused of await Promise.all(questionAttempts))
        if (refused instanceof Error) expect(refused).toMatchObject({ status: 401 })
      expect(await countOwnRows('questions')).toBe(0)
    }
  })
})

describe('a staff action on a member who withdraws meanwhile', () => {
  it('answers 404, and staff stay logged in', async () => {
    const staff = await api.actor(['console', 'console:users'], { rank: 90 })
    member = await api.actor([], { email: 'leaving@example.com', rank: 0 })
    const reset = { method: 'POST' as const, url: `/api/console/users/${member.userId}/reset` }
    let status = 0
    await catchLateRefusal(async () => {
      status = (await api.request(sentBy(staff, reset))).statusCode
    })
    expect(status).toBe(404)
    expect(await countOwnRows('recovery_tokens')).toBe(0)
    expect((await api.client(users, staff).me()).me._id).toBe(staff.userId)
  })

  it('leaves the member out of a bulk message, which reaches the others', async () => {
    const { id } = await buildSending(api.context)
    const stays = await buildUser(api.context)
    await other.query(`UPDATE users SET state = 'withdrawn' WHERE id = $1`, [member.userId])
    await buildRecipient(api.context, id, { userId: member.userId })
    await buildRecipient(api.context, id, { userId: stays.id })
    const { rows } = await other.query('SELECT user_id FROM sending_recipients WHERE sending_id = $1', [id])
    expect(rows).toEqual([{ user_id: stays.id }])
  })
})

describe('every table that names an account', () => {
  /** Tables without the trigger, with the reason. */
  const without: Record<string, string> = {
    member_words: 'written by a trigger, from the account as it is',
    participation_remarks: 'written by staff',
    posts: 'written by staff',
    sendings: 'written by staff',
    withdrawals: 'written by the withdrawal',
  }

  it('has the trigger, or a reason', async () => {
    const { rows } = await other.query<{ table: string; has: boolean }>(`
      SELECT DISTINCT c.conrelid::regclass::text AS "table", EXISTS (
        SELECT FROM pg_trigger t WHERE t.tgrelid = c.conrelid AND t.tgname = c.conrelid::regclass::text || '_account'
          AND t.tgenabled = 'O') AS has
      FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
      WHERE c.contype = 'f' AND a.attname IN ('user_id', 'author_id')
        AND c.confrelid IN ('users'::regclass, 'two_steps'::regclass)`)
    expect(rows.length).toBeGreaterThan(35)
    expect(
      rows
        .filter(({ has }) => !has)
        .map(({ table }) => table)
        .sort(),
    ).toEqual(Object.keys(without).sort())
  })
})
