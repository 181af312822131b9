import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildPost } from '#content/boards/factory.ts'
import { comments } from '#content/comments/table.ts'
import type { CallRefused } from '#kit/client.ts'
import { auth } from '#people/auth/contract.ts'
import { certify } from '#people/certify/contract.ts'
import { consents } from '#people/consents/contract.ts'
import { joining } from '#people/joining/contract.ts'
import { buildJoining, joiningInput, proveEmail } from '#people/joining/factory.ts'
import { recovery } from '#people/recovery/contract.ts'
import { users } from '#people/users/contract.ts'
import { users as userTable } from '#people/users/table.ts'
import { form, pdf, picture } from '#test/files/sample-files.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { withdrawals } from '../contract.ts'
import { legalHolds } from '../table.ts'
import { deleteExpiredHolds, readHold } from './keep-legal-holds.ts'

const api = prepareTestApi({ logLevel: 'debug' })
let version: string
beforeAll(async () => {
  version = await buildJoining(api.context)
})

const password = 'a quiet gate of pine'
const userAgent = 'Seongbukcho Browser 9'

const logIn = async (name: string): Promise<Actor> => {
  const basic = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
  const headers = { authorization: basic, 'user-agent': userAgent }
  const session = await api.client(auth).refreshToken({}, { headers })
  if (!('refreshToken' in session)) throw new Error('A second step was asked for')
  const { refreshToken } = session
  const { accessToken } = await api
    .client(auth)
    .accessToken({}, { headers: { authorization: `Bearer ${refreshToken}` } })
  return { userId: '', sessionId: '', refreshToken, accessToken }
}

const catchRefusal = (call: Promise<unknown>): Promise<CallRefused> =>
  call.then(
    () => {
      throw new Error('It was not refused')
    },
    (error) => error as CallRefused,
  )

/** Creates a company that has used every feature. */
const createMember = async (username: string, businessNumber: string) => {
  const email = `${username}@example.com`
  const proof = await proveEmail(api.context, api.client(certify), email)
  const upload = api.client(users)
  const { user } = await api.client(joining).join({
    body: joiningInput(version, {
      proof,
      username,
      name: '독고누리',
      kind: 'COMPANY',
      photo: (await upload.uploadPhoto({ form: form('photo', ['독고누리.png', await picture('png')]) })).file.ticket,
      company: {
        name: '누리상회',
        ceo: '독고누리',
        businessNumber,
        category: '도자',
        address: '서울특별시 성북구 누리길 1',
        businessRegistration: (
          await upload.uploadRegistration({ form: form('businessRegistration', ['누리상회.pdf', pdf()]) })
        ).file.ticket,
      },
    }),
  })
  const me = await logIn(username)
  await api.client(consents, me).updateConsents({ body: { channels: { SMS: true } } })
  await catchRefusal(api.client(auth, me).password({ body: { current: 'wrong', next: 'another long one' } }))
  await api.client(recovery).ask({ body: { what: 'password', contact: email } })
  const post = await buildPost(api.context)
  await api.context.database.insert(comments).values({
    id: api.context.newId(),
    postId: post.id,
    authorId: user._id,
    locale: 'ko',
    body: '읽기 좋은 글입니다',
    createdAt: api.context.now(),
    updatedAt: api.context.now(),
  })
  await api.context.database.execute(sql`
    INSERT INTO idempotency (account, key, request_hash, status, answer)
    VALUES (${user._id}, 'k', '\\x00', 201, ${JSON.stringify({ name: '독고누리' })}::json)`)
  return { userId: user._id, email, me }
}

/** Returns every row of every table as text, including the queue. */
const dumpTables = async (): Promise<string> => {
  const { rows } = await api.context.database.execute<{ name: string }>(sql`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`)
  const parts = await Promise.all(
    rows.map(async ({ name }) => {
      const { rows: lines } = await api.context.database.execute<{ line: string }>(
        sql.raw(`SELECT to_jsonb(t)::text AS line FROM ${name} AS t`),
      )
      return lines.map(({ line }) => `${name} ${line}`).join('\n')
    }),
  )
  return parts.join('\n')
}

/** Returns names and bytes of all files in the data folder. */
const dumpFiles = async (): Promise<string> => {
  const root = api.services.settings.dataDirectory
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return (await Promise.all(files.map(async (file) => `${file}\n${await readFile(file, 'latin1')}`))).join('\n')
}

const listStoredFiles = async () => {
  const root = join(api.services.settings.dataDirectory, 'files')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

const findTraces = (text: string, words: readonly string[]) =>
  text.split('\n').filter((line) => words.some((word) => line.includes(word)))

describe('withdrawal', () => {
  it('leaves personal data only in the legal hold, not in the database, the data folder or the log', async () => {
    const { userId, email, me } = await createMember('dokgonuri', '124-81-00998')
    const words = ['독고누리', '누리상회', 'dokgonuri', email, '1248100998', '누리길', userAgent]
    expect(findTraces(await dumpTables(), words).length).toBeGreaterThan(6)
    expect(await listStoredFiles()).not.toEqual([])

    await api.client(withdrawals, me).withdraw({ body: { password, reason: 'unused' } })

    expect(findTraces(await dumpTables(), words)).toEqual([])
    expect(findTraces(await dumpFiles(), words)).toEqual([])
    expect(findTraces(api.logged.join('\n'), words)).toEqual([])
    expect(await listStoredFiles()).toEqual([])

    const [hold] = await api.context.database.select().from(legalHolds)
    const opened = await readHold(api.context, hold?.id ?? '')
    expect(opened).toMatchObject({ basis: 'login' })
    for (const word of ['dokgonuri', email, userAgent]) expect(opened?.text).toContain(word)

    const [row] = await api.context.database.select().from(userTable).where(eq(userTable.id, userId))
    expect(row).toMatchObject({ state: 'withdrawn', name: '', email: null, passwordHash: 'none', photo: null })
    const [comment] = await api.context.database.select().from(comments)
    expect(comment).toMatchObject({ body: '읽기 좋은 글입니다', authorId: null })
  })

  it('ends every session immediately and frees the contact for another account', async () => {
    const { email, me } = await createMember('ended', '220-81-62517')
    const other = await logIn('ended')
    await api.client(withdrawals, me).withdraw({ body: { password } })
    for (const session of [me, other])
      expect(await catchRefusal(api.client(users, session).me())).toMatchObject({ status: 401 })
    expect(await catchRefusal(logIn('ended'))).toMatchObject({ status: 401 })
    api.clock.forward(61_000)
    const proof = await proveEmail(api.context, api.client(certify), email)
    await api.client(joining).join({ body: joiningInput(version, { proof, username: 'ended' }) })
  })

  it('requires the password and is refused to staff', async () => {
    const staff = await api.actor(['console'], { password })
    expect(await catchRefusal(api.client(withdrawals, staff).withdraw({ body: { password: 'wrong' } }))).toMatchObject({
      status: 400,
      refusal: { fields: { password: expect.any(String) } },
    })
    expect(await catchRefusal(api.client(withdrawals, staff).withdraw({ body: { password } }))).toMatchObject({
      status: 409,
    })
    const { withdrawal } = await api.client(withdrawals, staff).outlook()
    expect(withdrawal.blocks).toHaveLength(1)
    expect(await catchRefusal(api.client(withdrawals).withdraw({ body: { password } }))).toMatchObject({ status: 401 })
  })

  it('announces what the law retains and provides an archive of everything', async () => {
    const { me } = await createMember('archived', '120-81-47521')
    const client = api.client(withdrawals, me)
    expect((await client.outlook()).withdrawal).toMatchObject({ blocks: [], held: [{ basis: 'login', records: 1 }] })
    const { url } = await client.archive()
    const answer = await api.request({ url })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' })
    const text = answer.rawPayload.toString('utf8')
    for (const part of [
      'users.json',
      'consents.json',
      'companies.json',
      'comments.json',
      'auth.json',
      '누리상회.pdf',
      '%PDF',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('argon2')
    api.clock.forward(6 * 60_000)
    expect((await api.request({ url })).statusCode).toBe(404)
    expect((await api.request({ url: '/files/archive?token=e30.e30' })).statusCode).toBe(404)
  })

  it('closes holds at the end of their retention period, and the daily job deletes them and logs the run', async () => {
    const countHolds = () => api.context.database.$count(legalHolds)
    const before = await countHolds()
    const [hold] = await api.context.database.select().from(legalHolds)
    expect(await readHold(api.context, hold?.id ?? '')).not.toBeNull()
    await deleteExpiredHolds(api.context)
    expect(await countHolds()).toBe(before)
    api.clock.forward(100 * 24 * 3_600_000)
    expect(await readHold(api.context, hold?.id ?? '')).toBeNull()
    await deleteExpiredHolds(api.context)
    expect(await countHolds()).toBe(0)
    const { rows } = await api.context.database.execute(sql`
      SELECT summary, after FROM audit WHERE entity = 'withdrawals' AND action = 'destroy' ORDER BY id`)
    expect(rows).toEqual([
      { summary: '0', after: {} },
      { summary: String(before), after: { login: expect.any(Number) } },
    ])
  })
})
