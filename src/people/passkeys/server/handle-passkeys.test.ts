import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { auth } from '#people/auth/contract.ts'
import { sessions } from '#people/auth/table.ts'
import { outbox } from '#people/messages/table.ts'
import { users } from '#people/users/table.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { passkeys as contract } from '../contract.ts'
import { type MadeKey, makeKey } from '../factory.ts'
import { passkeyChallenges, passkeys } from '../table.ts'
import { deleteExpiredChallenges } from './create-challenge.ts'

const api = prepareTestApi()

const password = 'a quiet gate of pine'

/** Creates a member with a passkey. */
const createOwner = async (): Promise<{ actor: Actor; key: MadeKey; id: string }> => {
  const actor = await api.actor([], { password, email: `${api.context.newId()}@example.com` })
  const key = makeKey(actor.userId)
  const client = api.client(contract, actor)
  const { challenge } = await client.beginPasskey({ body: { password } })
  const { passkey } = await client.createPasskey({
    body: { challenge: challenge._id, name: '집 컴퓨터', credential: key.register(challenge.options.challenge) },
  })
  return { actor, key, id: passkey._id }
}

const anonymousClient = () => api.client(contract)

const logIn = async (key: MadeKey, changes: Parameters<MadeKey['assert']>[1] = {}) => {
  const { challenge } = await anonymousClient().passkeyChallenge()
  const credential = key.assert(challenge.options.challenge, changes)
  return anonymousClient().passkeyLogin({ body: { challenge: challenge._id, credential } })
}

const credentialRefusal = { status: 400, refusal: { fields: { credential: expect.any(String) } } }

describe('adding a passkey', () => {
  it('requires the password and a signature of the challenge, then lists, renames and removes it', async () => {
    const { actor, id } = await createOwner()
    const client = api.client(contract, actor)
    expect((await client.passkeys()).passkeys).toMatchObject([{ _id: id, name: '집 컴퓨터', usedAt: null }])
    await client.renamePasskey({ params: { id }, body: { name: '새 노트북' } })
    expect((await client.passkeys()).passkeys).toMatchObject([{ name: '새 노트북' }])
    await client.removePasskey({ params: { id } })
    expect((await client.passkeys()).passkeys).toEqual([])
  })

  it('notifies the owner by mail', async () => {
    const { actor } = await createOwner()
    const [user] = await api.services.database.select().from(users).where(eq(users.id, actor.userId))
    const mails = await api.services.database
      .select()
      .from(outbox)
      .where(eq(outbox.recipient, user?.email ?? ''))
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('패스키가 추가')])
  })

  it('asks for a discoverable credential with user verification and excludes known ones', async () => {
    const { actor, key } = await createOwner()
    const { challenge } = await api.client(contract, actor).beginPasskey({ body: { password } })
    expect(challenge.options).toMatchObject({
      rp: { id: 'localhost' },
      excludeCredentials: [{ id: key.credentialId }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  })

  it('refuses a wrong password and a challenge of another account, a used one or an expired one', async () => {
    const { actor } = await createOwner()
    const client = api.client(contract, actor)
    await expect(client.beginPasskey({ body: { password: 'another one' } })).rejects.toMatchObject({ status: 400 })
    const other = await api.actor([], { password })
    const { challenge } = await client.beginPasskey({ body: { password } })
    const buildBody = (userId: string) => ({
      challenge: challenge._id,
      name: 'x',
      credential: makeKey(userId).register(challenge.options.challenge),
    })
    const challengeRefusal = { status: 400, refusal: { fields: { challenge: expect.any(String) } } }
    await expect(api.client(contract, other).createPasskey({ body: buildBody(other.userId) })).rejects.toMatchObject(
      challengeRefusal,
    )
    await client.createPasskey({ body: buildBody(actor.userId) })
    await expect(client.createPasskey({ body: buildBody(actor.userId) })).rejects.toMatchObject(challengeRefusal)
    const late = await client.beginPasskey({ body: { password } })
    api.clock.forward(5 * 60_000)
    await expect(
      client.createPasskey({ body: { ...buildBody(actor.userId), challenge: late.challenge._id } }),
    ).rejects.toMatchObject(challengeRefusal)
    await deleteExpiredChallenges(api.context)
    expect(await api.services.database.$count(passkeyChallenges)).toBe(0)
  })

  it.each([
    ['made on another site', { origin: 'https://evil.example' }],
    ['made on a site whose name begins alike', { origin: 'http://localhost.evil.example' }],
    ['without a check of who uses it', { flags: 0x41 }],
  ])('refuses one %s', async (_what, changes) => {
    const actor = await api.actor([], { password })
    const client = api.client(contract, actor)
    const { challenge } = await client.beginPasskey({ body: { password } })
    const credential = makeKey(actor.userId).register(challenge.options.challenge, changes)
    await expect(
      client.createPasskey({ body: { challenge: challenge._id, name: 'x', credential } }),
    ).rejects.toMatchObject(credentialRefusal)
  })

  it('is limited to twenty per account', async () => {
    const { actor, id } = await createOwner()
    const [row] = await api.services.database.select().from(passkeys).where(eq(passkeys.id, id))
    if (!row) throw new Error('not there')
    await api.services.database.insert(passkeys).values(
      Array.from({ length: 19 }, (_, index) => ({
        ...row,
        id: api.context.newId(),
        credentialId: `${row.credentialId}${index}`,
      })),
    )
    const client = api.client(contract, actor)
    const { challenge } = await client.beginPasskey({ body: { password } })
    const credential = makeKey(actor.userId).register(challenge.options.challenge)
    await expect(
      client.createPasskey({ body: { challenge: challenge._id, name: 'x', credential } }),
    ).rejects.toMatchObject(credentialRefusal)
  })

  it('answers 404 to another account and changes nothing', async () => {
    const { id } = await createOwner()
    const client = api.client(contract, await api.actor([]))
    await expect(client.renamePasskey({ params: { id }, body: { name: 'mine' } })).rejects.toMatchObject({
      status: 404,
    })
    await expect(client.removePasskey({ params: { id } })).rejects.toMatchObject({ status: 404 })
    expect(await api.services.database.$count(passkeys, eq(passkeys.id, id))).toBe(1)
  })
})

describe('logging in with a passkey', () => {
  it('starts a session without a second step and reports the account', async () => {
    const { actor, key } = await createOwner()
    const { refreshToken, username } = await logIn(key)
    const [user] = await api.services.database.select().from(users).where(eq(users.id, actor.userId))
    expect(username).toBe(user?.username)
    await api.client(auth).accessToken({}, { headers: { authorization: `Bearer ${refreshToken}` } })
    const sessionRows = await api.services.database.select().from(sessions).where(eq(sessions.userId, actor.userId))
    expect(sessionRows.map(({ way }) => way).sort()).toEqual(['passkey', 'password'])
    const [passkey] = (await api.client(contract, actor).passkeys()).passkeys
    expect(passkey?.usedAt).not.toBeNull()
  })

  it('accepts a challenge once', async () => {
    const { key } = await createOwner()
    const { challenge } = await anonymousClient().passkeyChallenge()
    const body = { challenge: challenge._id, credential: key.assert(challenge.options.challenge) }
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => anonymousClient().passkeyLogin({ body })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('refuses a signature for another challenge, site or key, and a counter that does not increase', async () => {
    const { actor, key } = await createOwner()
    await logIn(key, { counter: 7 })
    await expect(logIn(key, { counter: 7 })).rejects.toMatchObject(credentialRefusal)
    await expect(logIn(key, { counter: 3 })).rejects.toMatchObject(credentialRefusal)
    await expect(logIn(key, { counter: 9, origin: 'https://evil.example' })).rejects.toMatchObject(credentialRefusal)
    await expect(logIn(key, { counter: 9, flags: 0x01 })).rejects.toMatchObject(credentialRefusal)
    await expect(logIn(makeKey(actor.userId))).rejects.toMatchObject(credentialRefusal)
    const { challenge } = await anonymousClient().passkeyChallenge()
    const credential = key.assert(Buffer.from('another challenge').toString('base64url'), { counter: 10 })
    await expect(
      anonymousClient().passkeyLogin({ body: { challenge: challenge._id, credential } }),
    ).rejects.toMatchObject(credentialRefusal)
    await logIn(key, { counter: 11 })
  })

  it("refuses another account's handle, a removed passkey and a locked account", async () => {
    const { actor, key, id } = await createOwner()
    const other = await createOwner()
    const { challenge } = await anonymousClient().passkeyChallenge()
    const credential = { ...key.assert(challenge.options.challenge), userHandle: other.key.assert('x').userHandle }
    await expect(
      anonymousClient().passkeyLogin({ body: { challenge: challenge._id, credential } }),
    ).rejects.toMatchObject(credentialRefusal)
    await api.services.database.update(users).set({ state: 'locked' }).where(eq(users.id, actor.userId))
    await expect(logIn(key)).rejects.toMatchObject(credentialRefusal)
    await api.services.database.update(users).set({ state: 'active' }).where(eq(users.id, actor.userId))
    await logIn(key)
    await api.client(contract, actor).removePasskey({ params: { id } })
    await expect(logIn(key)).rejects.toMatchObject(credentialRefusal)
  })

  it('accepts only the configured origin of the site', async () => {
    const { key } = await createOwner()
    const { settings } = api.services
    Object.assign(settings, { publicUrl: 'https://daecheong.example' })
    try {
      await expect(logIn(key)).rejects.toMatchObject(credentialRefusal)
    } finally {
      Object.assign(settings, { publicUrl: undefined })
    }
  })

  it('also accepts the host of Match while it has its own, and publishes it to browsers', async () => {
    const { key } = await createOwner()
    const { settings } = api.services
    const readRelatedOrigins = async () => {
      const { statusCode, body } = await api.request({ method: 'GET', url: '/.well-known/webauthn' })
      return statusCode === 200 ? JSON.parse(body) : statusCode
    }
    const [house, match] = ['https://localhost', 'https://match.example']
    expect(await readRelatedOrigins()).toBe(404)
    Object.assign(settings, { publicUrl: house })
    try {
      expect(await readRelatedOrigins()).toBe(404)
      await expect(logIn(key, { origin: match })).rejects.toMatchObject(credentialRefusal)
      await buildSetting(api.context, { matchHost: 'match.example' })
      expect(await readRelatedOrigins()).toEqual({ origins: [house, match] })
      for (const origin of [house, match]) await logIn(key, { origin })
      for (const origin of ['https://other.example', 'http://match.example', 'https://sub.match.example'])
        await expect(logIn(key, { origin }), origin).rejects.toMatchObject(credentialRefusal)
      await buildSetting(api.context)
      await expect(logIn(key, { origin: match })).rejects.toMatchObject(credentialRefusal)
    } finally {
      Object.assign(settings, { publicUrl: undefined })
      await buildSetting(api.context)
    }
  })
})
