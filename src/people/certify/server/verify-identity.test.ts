import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPool } from '#kit/db/pool.ts'
import { Context } from '#kit/server/context.ts'
import { joining } from '#people/joining/contract.ts'
import { buildJoining, joiningInput } from '#people/joining/factory.ts'
import { users } from '#people/users/contract.ts'
import { buildUser } from '#people/users/factory.ts'
import { users as userTable } from '#people/users/table.ts'
import {
  type IdentityStandIn,
  newNumber,
  startIdentityStandIn,
  type Verified,
} from '#test/providers/identity-stand-in.ts'
import { type Crowd, callers, openCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { createTestApi, type TestApi } from '#test/server/test-api.ts'
import { testTimeouts } from '#test/server/test-database.ts'
import { certify } from '../contract.ts'
import { buildVerification } from '../factory.ts'
import { codeLimits, identityLifetime, isOldEnough, proofLifetime } from '../rules.ts'
import { identityVerifications } from '../table.ts'
import { deleteExpiredCodes } from './delete-codes.ts'
import { completeIdentityVerification, spendIdentityProof } from './verify-identity.ts'

describe('the minimum age', () => {
  it.each([
    ['2012-11-26', '2026-11-25', false],
    ['2012-11-26', '2026-11-26', true],
    ['2012-02-29', '2026-02-28', false],
    ['2012-02-29', '2026-03-01', true],
    ['1931-01-01', '2026-11-26', true],
    ['2026-11-26', '2026-11-26', false],
  ])('of a person born on %s is reached on %s: %s', (birthDate, day, expected) =>
    expect(isOldEnough(birthDate, day)).toBe(expected),
  )
})

describe('without a provider', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
  })
  afterAll(() => api.close())

  it('offers nothing and refuses to start or complete a verification', async () => {
    const client = api.client(certify)
    expect(await client.offered()).toEqual({ channels: ['EMAIL'] })
    expect(await client.identityWindow()).toEqual({ window: null })
    const refused = { status: 400, refusal: { fields: { identity: '지금은 사용할 수 없는 방법입니다.' } } }
    await expect(client.beginIdentity({ body: { purpose: 'join' } })).rejects.toMatchObject(refused)
    const verification = await buildVerification(api.context)
    await expect(client.endIdentity(verification)).rejects.toMatchObject(refused)
  })
})

describe('an identity verification', () => {
  let api: TestApi
  let provider: IdentityStandIn
  let crowd: Crowd
  let version: string
  beforeAll(async () => {
    provider = await startIdentityStandIn()
    api = await createTestApi({ environment: { IDENTITY_URL: provider.identityUrl }, logLevel: 'warn' })
    version = await buildJoining(api.context)
    crowd = openCrowd(api)
  }, 120_000)
  afterAll(async () => {
    await crowd.close()
    await api.close()
    await provider.close()
  })

  // A fresh address per client: calls are limited per minute and address, verifications per hour and network.
  let hosts = 0
  const client = () => api.client(certify, null, 'ko', `10.2.${Math.floor(hosts / 250)}.${1 + (hosts++ % 250)}`)
  const beginIdentity = async () => (await client().beginIdentity({ body: { purpose: 'join' } })).verification
  const endIdentity = (id: string, key: string) => client().endIdentity({ params: { id }, body: { key } })
  const now = () => api.clock.now()
  const verifyThroughProvider = async (person: Verified = {}) => {
    const { _id, key } = await beginIdentity()
    provider.verify(_id, { at: now(), ...person })
    return { id: _id, key }
  }
  const createProof = async (person: Verified = {}) => {
    const { id, key } = await verifyThroughProvider(person)
    return (await endIdentity(id, key)).proof
  }
  const joinWith = (proof: string, username: string, overrides = {}) =>
    api.client(joining).join({ body: joiningInput(version, { proof, username, ...overrides }) })
  const createRefusal = (text: string | RegExp, status = 400) => ({
    status,
    refusal: { fields: { identity: expect.stringMatching(text) } },
  })
  const readRow = async (id: string) =>
    (await api.context.database.select().from(identityVerifications).where(eq(identityVerifications.id, id)))[0]

  it('takes name and phone number of the account from the provider', async () => {
    expect(await client().offered()).toEqual({ channels: ['EMAIL', 'IDENTITY'] })
    expect((await client().identityWindow()).window).toMatchObject({ script: [provider.origin] })
    const phoneNumber = newNumber()
    const verification = await beginIdentity()
    expect(verification).toMatchObject({
      _id: expect.stringMatching(/^[0-9a-f]{40}$/),
      script: `${provider.origin}/sdk.js`,
      store: 'store-stand-in',
      channel: 'channel-key-stand-in',
    })
    expect(JSON.stringify(verification)).not.toContain('secret')
    expect(Date.parse(verification.expiresAt) - now().getTime()).toBeGreaterThan(identityLifetime - 60_000)
    provider.verify(verification._id, { name: '남궁가온', phoneNumber, at: now() })
    const { proof } = await endIdentity(verification._id, verification.key)
    const contact = `+82${phoneNumber.slice(1)}`
    expect(proof).toMatchObject({ channel: 'IDENTITY', contact, name: '남궁가온', registered: false })
    const { user } = await joinWith(proof.token, 'namgung', { name: '다른 이름' })
    expect(user.name).toBe('남궁가온')
    const [row] = await api.context.database.select().from(userTable).where(eq(userTable.id, user._id))
    expect(row).toMatchObject({ name: '남궁가온', phone: contact, email: null })
  })

  it('stores no personal data except name and phone number in the account', async () => {
    const { id, key } = await verifyThroughProvider({ name: '한울타리', birthDate: '1987-06-05' })
    const { proof } = await endIdentity(id, key)
    const words = ['한울타리', '1987-06-05', proof.contact, key]
    for (const word of words) {
      const { rows } = await api.context.database.execute(
        sql`SELECT FROM identity_verifications AS v WHERE strpos(to_jsonb(v)::text, ${word}) > 0`,
      )
      expect([word, rows]).toEqual([word, []])
    }
    // Anyone with the token can read its payload: no date of birth and no connecting information (CI).
    const [payload = ''] = proof.token.split('.')
    expect(Object.keys(JSON.parse(Buffer.from(payload, 'base64url').toString())).toSorted()).toEqual([
      'contact',
      'id',
      'name',
      'purpose',
    ])
  })

  it('is refused before completion, after a failure or when the window was closed, and succeeds later with the same id', async () => {
    const { _id, key } = await beginIdentity()
    await expect(endIdentity(_id, key)).rejects.toMatchObject(createRefusal('취소했거나'))
    provider.open(_id)
    await expect(endIdentity(_id, key)).rejects.toMatchObject(createRefusal('취소했거나'))
    provider.fail(_id)
    await expect(endIdentity(_id, key)).rejects.toMatchObject(createRefusal('실패'))
    expect((await readRow(_id))?.confirmedAt).toBeNull()
    provider.verify(_id, { at: now() })
    expect((await endIdentity(_id, key)).proof.token).toEqual(expect.any(String))
  })

  it('works for the browser that started it, once, within half an hour', async () => {
    const ownVerification = await verifyThroughProvider()
    const other = await verifyThroughProvider()
    const requestCount = provider.requests.length
    // Verified by the provider, but not started here, or started in another browser.
    provider.verify('f'.repeat(40), { at: now() })
    await expect(endIdentity('f'.repeat(40), ownVerification.key)).rejects.toMatchObject(createRefusal('이 브라우저'))
    await expect(endIdentity(ownVerification.id, other.key)).rejects.toMatchObject(createRefusal('이 브라우저'))
    // Such requests do not reach the provider.
    expect(provider.requests).toHaveLength(requestCount)
    await endIdentity(ownVerification.id, ownVerification.key)
    await expect(endIdentity(ownVerification.id, ownVerification.key)).rejects.toMatchObject(createRefusal('이미 사용'))
    api.clock.forward(identityLifetime + 1)
    await expect(endIdentity(other.id, other.key)).rejects.toMatchObject(createRefusal('만료'))
  })

  it('is refused when it happened before its start, over another channel, or lacks required data', async () => {
    const getHourAgo = () => new Date(now().getTime() - 3_600_000)
    for (const [person, text] of [
      [{ at: getHourAgo() }, '만료'],
      [{ at: new Date(now().getTime() + 3_600_000) }, '만료'],
      [{ channel: 'channel-key-for-tests' }, '이 브라우저'],
      [{ channel: null }, '이 브라우저'],
      [{ phoneNumber: undefined }, '다른 방법'],
      [{ phoneNumber: '12' }, '다른 방법'],
      [{ name: '' }, '다른 방법'],
      [{ name: '가\r\n나' }, '다른 방법'],
      [{ birthDate: undefined }, '다른 방법'],
      [{ birthDate: '19910530' }, '다른 방법'],
    ] as const) {
      const { id, key } = await verifyThroughProvider(person)
      await expect(endIdentity(id, key)).rejects.toMatchObject(createRefusal(text))
      expect([person, (await readRow(id))?.confirmedAt]).toEqual([person, null])
    }
  })

  it('refuses a person under 14, whatever the browser says', async () => {
    const year = now().getFullYear()
    const { id, key } = await verifyThroughProvider({ birthDate: `${year - 13}-01-01` })
    await expect(endIdentity(id, key)).rejects.toMatchObject(createRefusal('14'))
    expect((await readRow(id))?.confirmedAt).toBeNull()
    expect((await createProof({ birthDate: `${year - 15}-01-01` })).registered).toBe(false)
  })

  it('waits while the provider is down or answers without a result, and logs no secret', async () => {
    const { id, key } = await verifyThroughProvider()
    const answers = [
      'hang up',
      { status: 500, body: '{}' },
      { status: 429, body: '{}' },
      { status: 401, body: '{"type":"UNAUTHORIZED"}' },
      { status: 404, body: '{"type":"STORE_NOT_FOUND"}' },
      { status: 200, body: '<html>' },
      { status: 200, body: '[]' },
      { status: 200, body: JSON.stringify({ id, status: 'SOMETHING_NEW' }) },
      { status: 200, body: JSON.stringify({ id, status: 'VERIFIED', verifiedAt: 'soon' }) },
      { status: 200, body: JSON.stringify({ id: 'another', status: 'VERIFIED', verifiedAt: now().toISOString() }) },
    ] as const
    for (const answer of answers) {
      provider.answerWith(answer)
      await expect(endIdentity(id, key)).rejects.toMatchObject(createRefusal('연결할 수 없습니다', 503))
    }
    provider.answerWith(null)
    expect(api.logged.join('')).toContain('gave no answer')
    for (const word of ['stand-in/secret', key, id]) expect(api.logged.join('')).not.toContain(word)
    // The proof was not spent by the failed attempts.
    expect((await endIdentity(id, key)).proof.name).toBe('서새벽')
  })

  it('refuses a body or id of another shape', async () => {
    const { id, key } = await verifyThroughProvider()
    const postJson = (url: string, body: unknown) =>
      api.request({
        method: 'POST',
        url: `/api/v1/users/certify/identity${url}`,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
        remoteAddress: '10.4.0.1',
      })
    for (const body of [{}, { purpose: 'login' }, { purpose: 'join', id: 'f'.repeat(40) }, []])
      expect([body, (await postJson('', body)).statusCode]).toEqual([body, 400])
    for (const body of [{}, { key: {} }, { key: [key] }, { key, name: '다른 이름' }, { key, birthDate: '1980-01-01' }])
      expect([body, (await postJson(`/${id}`, body)).statusCode]).toEqual([body, 400])
    for (const wrong of ['%00', 'a'.repeat(41), `${id}%2f..`])
      expect([wrong, (await postJson(`/${wrong}`, { key })).statusCode]).toEqual([
        wrong,
        expect.toSatisfy((s) => s === 400 || s === 404),
      ])
    expect((await readRow(id))?.confirmedAt).toBeNull()
  })

  it('is limited in number per network', async () => {
    const crowded = api.client(certify, null, 'ko', '10.9.9.9')
    for (let count = 0; count < codeLimits.network.max; count += 1)
      await crowded.beginIdentity({ body: { purpose: 'join' } })
    await expect(crowded.beginIdentity({ body: { purpose: 'join' } })).rejects.toMatchObject({
      status: 429,
      retryAfter: expect.any(Number),
    })
  })

  describe('used as a proof', () => {
    it('creates one account, within its hour, and serves only for joining', async () => {
      const { token } = await createProof()
      const password = 'a quiet gate of pine'
      const me = await api.actor([], { password })
      const account = (await api.client(users, me).me()).me
      await expectRefusal(
        api.client(users, me).updateMe({ body: { proof: token, password, updatedAt: account.updatedAt } }),
        400,
        'proof',
      )
      await joinWith(token, 'first-one')
      await expect(joinWith(token, 'second-one')).rejects.toMatchObject({
        refusal: { fields: { proof: expect.any(String) } },
      })
      const late = await createProof()
      api.clock.forward(proofLifetime + 1)
      await expect(joinWith(late.token, 'late-one')).rejects.toMatchObject({ status: 400 })
      const [payload = '', mac = ''] = late.token.split('.')
      const changed = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('서새벽', '남새벽')).toString(
        'base64url',
      )
      await expect(joinWith(`${changed}.${mac}`, 'forged-one')).rejects.toMatchObject({ status: 400 })
    })

    it('reports a phone number that has an account and creates no second one', async () => {
      const phoneNumber = newNumber()
      await buildUser(api.context, { phone: `+82${phoneNumber.slice(1)}` })
      const proof = await createProof({ phoneNumber })
      expect(proof.registered).toBe(true)
      await expectRefusal(joinWith(proof.token, 'again-one'), 409, 'proof')
      expect(await api.context.database.$count(userTable, eq(userTable.phone, proof.contact))).toBe(1)
    })
  })

  describe('under concurrency', () => {
    it('gives 64 callers one proof, and one proof creates one account; a naive read-then-write gives many', {
      tags: ['deep'],
      timeout: 60_000,
    }, async () => {
      const wide = openPool(api.database.directUrl, callers, () => undefined, testTimeouts)
      const { services, scope } = api.context
      const separateContext = new Context({ ...services, database: wide.database }, scope)
      const { id, key } = await verifyThroughProvider()
      const catchOutcome = (work: Promise<unknown>) =>
        work.then(
          () => 'done',
          (error: { code?: string }) => error.code,
        )
      const proofs = await crowd.callConcurrently(() =>
        catchOutcome(completeIdentityVerification(separateContext, id, key)),
      )
      expect(proofs.filter((item) => item === 'done')).toHaveLength(1)
      expect(proofs.filter((item) => item === 'invalid')).toHaveLength(callers - 1)

      const { token } = await createProof()
      const spent = await crowd.callConcurrently(() => catchOutcome(spendIdentityProof(separateContext, 'join', token)))
      expect(spent.filter((item) => item === 'done')).toHaveLength(1)
      await wide.close()

      const { token: shared } = await createProof()
      const joined = await Promise.all(
        Array.from({ length: 6 }, (_, index) => statusOf(joinWith(shared, `shared-proof${index}`), 201)),
      )
      expect(joined.filter((status) => status === 201)).toHaveLength(1)

      await crowd.pool.query('CREATE TABLE twin_verifications (id int PRIMARY KEY, confirmed boolean NOT NULL)')
      await crowd.pool.query('INSERT INTO twin_verifications VALUES (1, false)')
      let given = 0
      await crowd.readThenAct(
        async () =>
          (await crowd.pool.query<{ confirmed: boolean }>('SELECT confirmed FROM twin_verifications')).rows[0],
        async (seen) => {
          if (seen?.confirmed) return
          await crowd.pool.query('UPDATE twin_verifications SET confirmed = true')
          given += 1
        },
      )
      expect(given).toBeGreaterThan(1)
    })
  })

  it('is deleted after a day', async () => {
    const { id } = await verifyThroughProvider()
    await deleteExpiredCodes(api.context)
    expect(await readRow(id)).toBeDefined()
    api.clock.forward(86_400_001)
    await deleteExpiredCodes(api.context)
    expect(await readRow(id)).toBeUndefined()
  })
})
