import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { CallRefused } from '#kit/client.ts'
import { Context, publicScope } from '#kit/server/context.ts'
import { auth } from '#people/auth/contract.ts'
import { trustDevice } from '#people/auth/server/trust-device.ts'
import { loginFailures, sessions, trustedDevices } from '#people/auth/table.ts'
import { buildCompany } from '#people/companies/factory.ts'
import { outbox } from '#people/messages/table.ts'
import { users as usersContract } from '#people/users/contract.ts'
import { buildUser } from '#people/users/factory.ts'
import { withdrawals } from '#people/withdrawals/contract.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { emptySetting } from '#platform/settings/server/read-settings.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import type { Actor } from '#test/server/test-api.ts'
import { jobHandlers } from '../../../app.ts'
import { twoStep } from '../contract.ts'
import { buildTwoStep, generateCode } from '../factory.ts'
import { pendingLogins, recoveryCodes, twoSteps } from '../table.ts'
import { deleteExpiredPendingLogins, personal } from './create-pending-login.ts'

const api = prepareTestApi()
beforeEach(() => api.services.database.delete(loginFailures))

const password = 'a quiet gate of pine'

const logIn = (username: string, device = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36') =>
  api.client(auth).refreshToken(
    {},
    {
      headers: {
        authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        'user-agent': device,
      },
    },
  )

/** Returns the token of a log-in with a right password. */
const createPending = async (username: string): Promise<string> => {
  const answer = await logIn(username)
  if (!('pending' in answer)) throw new Error('No second step was asked for')
  return answer.pending
}

const catchRefusal = (call: Promise<unknown>): Promise<CallRefused> =>
  call.then(
    () => {
      throw new Error('It was not refused')
    },
    (error) => {
      if (error instanceof CallRefused) return error
      throw error
    },
  )

const enterCode = (pending: string, code: string) => api.client(auth).secondStep({ body: { pending, code } })

describe('a trusted device', () => {
  const createTrusting = async () => {
    const actor = await api.actor([], { password })
    const user = await readUser(actor)
    const built = await buildTwoStep(api.context, actor.userId)
    return { actor, user, built, token: (await trustDevice(api.context, actor.userId)).token }
  }
  const logInWithDevice = async (username: string, device: string) =>
    api.client(auth).trustedDevice({ body: { pending: await createPending(username), device } })
  const refusedDevice = { status: 400, refusal: { fields: { device: expect.stringContaining('이 기기') } } }

  it('logs in with the password alone for 30 days, and the session records it', async () => {
    const actor = await api.actor([], { password })
    const user = await readUser(actor)
    const { code } = await buildTwoStep(api.context, actor.userId)
    const body = { pending: await createPending(user.username), code: code(), trust: true }
    const token = (await api.client(auth).secondStep({ body })).device?.token ?? ''
    expect(await logInWithDevice(user.username, token)).toHaveProperty('refreshToken')
    const rows = await api.services.database.select().from(sessions).where(eq(sessions.userId, actor.userId))
    expect(rows.map(({ way }) => way)).toEqual(expect.arrayContaining(['device', 'totp']))
    expect((await api.client(twoStep, actor).twoStep()).twoStep.trusted).toBe(1)
    api.clock.forward(30 * 86_400_000)
    await expect(logInWithDevice(user.username, token)).rejects.toMatchObject(refusedDevice)
    await jobHandlers(api.services).forgetTrustedDevices?.({})
    expect(await api.services.database.$count(trustedDevices, eq(trustedDevices.userId, actor.userId))).toBe(0)
  })

  it('is created only on request and stored as a hash', async () => {
    const { token } = await createTrusting()
    expect(token).toMatch(/^[\w-]{43}$/)
    const rows = await api.services.database.select().from(trustedDevices)
    expect(JSON.stringify(rows)).not.toContain(token)
    const actor = await api.actor([], { password })
    const { username } = await readUser(actor)
    const { code } = await buildTwoStep(api.context, actor.userId)
    expect(await enterCode(await createPending(username), code())).not.toHaveProperty('device')
  })

  it('does not work for another account, without the password, or after the attempts of a log-in are used up', async () => {
    const { token } = await createTrusting()
    const other = await createTrusting()
    await expect(logInWithDevice(other.user.username, token)).rejects.toMatchObject(refusedDevice)
    const nothing = api.client(auth).trustedDevice({ body: { pending: 'A'.repeat(43), device: token } })
    await expectRefusal(nothing, 400, 'pending')
    const pending = await createPending(other.user.username)
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(api.client(auth).trustedDevice({ body: { pending, device: token } })).rejects.toMatchObject(
        refusedDevice,
      )
    await expect(api.client(auth).trustedDevice({ body: { pending, device: other.token } })).rejects.toMatchObject({
      refusal: { fields: { pending: expect.any(String) } },
    })
  })

  it.each<[string, (trusted: Awaited<ReturnType<typeof createTrusting>>) => Promise<unknown>]>([
    ['it is asked', ({ actor }) => api.client(twoStep, actor).forgetDevices({ body: { which: 'all' } })],
    ['all other sessions are ended', ({ actor }) => api.client(auth, actor).endSessions({ body: { which: 'others' } })],
    [
      'the password is changed',
      ({ actor }) =>
        api.client(auth, actor).password({ body: { current: password, next: `${password} and of bamboo` } }),
    ],
    [
      'the app is changed',
      async ({ actor, built }) => {
        const { setup } = await api.client(twoStep, actor).beginTwoStep({ body: { password, code: built.code() } })
        await api.client(twoStep, actor).confirmTwoStep({ body: { code: generateCode(setup.secret, api.clock.now()) } })
      },
    ],
  ])('is no longer trusted when %s', async (_what, work) => {
    const trusted = await createTrusting()
    await work(trusted)
    expect(await api.services.database.$count(trustedDevices, eq(trustedDevices.userId, trusted.actor.userId))).toBe(0)
  })

  it('is replaced when ten others are added', async () => {
    const { actor } = await createTrusting()
    for (let device = 0; device < 12; device += 1) await trustDevice(api.context, actor.userId)
    expect(await api.services.database.$count(trustedDevices, eq(trustedDevices.userId, actor.userId))).toBe(10)
  })
})

describe('switching two-step verification off', () => {
  it('sends a mail and removes trusted devices', async () => {
    const actor = await api.actor([], { password, email: `${api.context.newId()}@example.com` })
    const { codes } = await buildTwoStep(api.context, actor.userId)
    await trustDevice(api.context, actor.userId)
    await api.client(twoStep, actor).endTwoStep({ body: { password, code: codes[0] ?? '' } })
    const { email } = await readUser(actor)
    const mails = await api.services.database
      .select()
      .from(outbox)
      .where(eq(outbox.recipient, email ?? ''))
    expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringContaining('2단계 인증이 해제'))
    expect(await api.services.database.$count(trustedDevices, eq(trustedDevices.userId, actor.userId))).toBe(0)
  })
})

describe('setting up two-step verification', () => {
  it('requires the password and an app code, and shows ten recovery codes once', async () => {
    const actor = await api.actor([], { password })
    const client = api.client(twoStep, actor)
    expect((await client.twoStep()).twoStep).toEqual({ since: null, codesLeft: 0, required: false, trusted: 0 })
    const { setup } = await client.beginTwoStep({ body: { password } })
    expect(setup.uri).toContain(setup.secret)
    expect(setup.path).toMatch(/^(M\d+ \d+h1v1h-1z){200,}$/)
    // Not enabled before the first code.
    expect((await client.twoStep()).twoStep.since).toBeNull()

    const codeRefusal = await catchRefusal(client.confirmTwoStep({ body: { code: '000000' } }))
    expect(codeRefusal.refusal.fields).toHaveProperty('code')
    const { codes } = await client.confirmTwoStep({ body: { code: generateCode(setup.secret, api.clock.now()) } })
    expect(new Set(codes).size).toBe(10)
    expect((await client.twoStep()).twoStep).toMatchObject({ since: expect.any(String), codesLeft: 10 })
  })

  it('refuses a wrong password and expires after 15 minutes', async () => {
    const actor = await api.actor([], { password })
    const client = api.client(twoStep, actor)
    const codeRefusal = await catchRefusal(client.beginTwoStep({ body: { password: 'another one' } }))
    expect([codeRefusal.status, Object.keys(codeRefusal.refusal.fields ?? {})]).toEqual([400, ['password']])
    const { secret } = await buildTwoStep(api.context, actor.userId, { isPending: true })
    await api.services.database
      .update(twoSteps)
      .set({ pendingUntil: api.clock.now() })
      .where(eq(twoSteps.userId, actor.userId))
    const late = await catchRefusal(client.confirmTwoStep({ body: { code: generateCode(secret, api.clock.now()) } }))
    expect(late.refusal.fields?.code).toContain('시간')
  })

  it('stores secrets and codes unreadably', async () => {
    const actor = await api.actor([], { password })
    const { secret, codes } = await buildTwoStep(api.context, actor.userId)
    const rows = [
      ...(await api.services.database.select().from(twoSteps).where(eq(twoSteps.userId, actor.userId))),
      ...(await api.services.database.select().from(recoveryCodes).where(eq(recoveryCodes.userId, actor.userId))),
    ]
    const bytes = Buffer.concat(
      rows.flatMap((row) => Object.values(row).filter((value): value is Buffer => Buffer.isBuffer(value))),
    )
    expect(bytes.length).toBeGreaterThan(300)
    for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
      expect(bytes.includes(Buffer.from(text))).toBe(false)
  })

  it('requires a code of the previous app, which works until the new one is confirmed', async () => {
    const actor = await api.actor([], { password })
    const user = await readUser(actor)
    const first = await buildTwoStep(api.context, actor.userId)
    const [recovery = ''] = first.codes
    const { setup } = await api.client(twoStep, actor).beginTwoStep({ body: { password, code: recovery } })
    await enterCode(await createPending(user.username), first.code())
    await api.client(twoStep, actor).confirmTwoStep({ body: { code: generateCode(setup.secret, api.clock.now()) } })
    expect((await catchRefusal(enterCode(await createPending(user.username), first.code()))).status).toBe(400)
    api.clock.forward(60_000)
    await enterCode(await createPending(user.username), generateCode(setup.secret, api.clock.now()))
  })

  it('accepts a code of the previous app or a recovery code for a new app, and sends a mail', async () => {
    const actor = await api.actor([], { password, email: `${api.context.newId()}@example.com` })
    const client = api.client(twoStep, actor)
    const { codes, code } = await buildTwoStep(api.context, actor.userId)
    const [recovery = ''] = codes
    for (const input of [{}, { code: '' }, { code: '123456' }, { code: 'aaaa-bbbb-cccc' }]) {
      const { status, refusal: refusalBody } = await catchRefusal(client.beginTwoStep({ body: { password, ...input } }))
      expect([status, Object.keys(refusalBody.fields ?? {})]).toEqual([400, ['code']])
    }
    const [twoStepRow] = await api.services.database.select().from(twoSteps).where(eq(twoSteps.userId, actor.userId))
    expect(twoStepRow?.pending).toBeNull()
    const { setup } = await client.beginTwoStep({ body: { password, code: recovery } })
    // Each code works once.
    expect((await catchRefusal(client.beginTwoStep({ body: { password, code: recovery } }))).status).toBe(400)
    const countNotices = async () => {
      const rows = await api.services.database
        .select()
        .from(outbox)
        .where(eq(outbox.recipient, (await readUser(actor)).email ?? ''))
      return rows.filter(({ subject }) => subject.includes('앱이 변경'))
    }
    expect(await countNotices()).toEqual([])
    await client.confirmTwoStep({ body: { code: generateCode(setup.secret, api.clock.now()) } })
    expect(await countNotices()).toHaveLength(1)
    expect((await catchRefusal(client.beginTwoStep({ body: { password, code: code() } }))).status).toBe(400)
    api.clock.forward(60_000)
    await client.beginTwoStep({ body: { password, code: generateCode(setup.secret, api.clock.now()) } })
  })

  it('is switched off, and recovery codes are renewed, with password and code together', async () => {
    const actor = await api.actor([], { password })
    const client = api.client(twoStep, actor)
    const { codes, code } = await buildTwoStep(api.context, actor.userId)
    for (const body of [
      { password: 'another one', code: code() },
      { password, code: '123456' },
    ]) {
      expect((await catchRefusal(client.endTwoStep({ body }))).status).toBe(400)
      expect((await catchRefusal(client.renewCodes({ body }))).status).toBe(400)
    }
    const renewed = await client.renewCodes({ body: { password, code: codes[0] ?? '' } })
    expect((await catchRefusal(client.endTwoStep({ body: { password, code: codes[1] ?? '' } }))).status).toBe(400)
    await client.endTwoStep({ body: { password, code: renewed.codes[0] ?? '' } })
    expect((await client.twoStep()).twoStep).toMatchObject({ since: null, codesLeft: 0 })
    expect(await logIn((await readUser(actor)).username)).toHaveProperty('refreshToken')
  })
})

const readUser = async ({ userId }: Actor) => {
  const { me } = await api.client(usersContract, await openSession(userId)).me()
  return me
}

/** Creates another open session of an account. */
const openSession = async (userId: string): Promise<Actor> => {
  const other = await api.actor([])
  await api.services.database.update(sessions).set({ userId }).where(eq(sessions.id, other.sessionId))
  const { accessToken } = await api
    .client(auth)
    .accessToken({}, { headers: { authorization: `Bearer ${other.refreshToken}` } })
  return { ...other, userId, accessToken }
}

describe('the second step of a log-in', () => {
  it('starts a session with an app code, once', async () => {
    const user = await buildUser(api.context, { password })
    const { code } = await buildTwoStep(api.context, user.id)
    const pending = await createPending(user.username)
    // The password alone starts no session.
    expect(await api.services.database.$count(sessions, eq(sessions.userId, user.id))).toBe(0)
    const { refreshToken } = await enterCode(pending, `${code().slice(0, 3)} ${code().slice(3)}`)
    await api.client(auth).accessToken({}, { headers: { authorization: `Bearer ${refreshToken}` } })
    expect(
      await api.services.database.select({ way: sessions.way }).from(sessions).where(eq(sessions.userId, user.id)),
    ).toEqual([{ way: 'totp' }])
    // Neither the token nor the code works again.
    expect((await catchRefusal(enterCode(pending, code()))).refusal.fields).toHaveProperty('pending')
    expect((await catchRefusal(enterCode(await createPending(user.username), code()))).refusal.fields).toHaveProperty(
      'code',
    )
  })

  it('refuses the code of an earlier step after a later one was used', async () => {
    const user = await buildUser(api.context, { password })
    const { secret } = await buildTwoStep(api.context, user.id)
    const before = generateCode(secret, api.clock.now())
    await enterCode(
      await createPending(user.username),
      generateCode(secret, new Date(api.clock.now().getTime() + 30_000)),
    )
    expect((await catchRefusal(enterCode(await createPending(user.username), before))).status).toBe(400)
  })

  it('accepts each recovery code once, in any notation', async () => {
    const user = await buildUser(api.context, { password })
    const { codes } = await buildTwoStep(api.context, user.id)
    const [first = '', second = ''] = codes
    await enterCode(await createPending(user.username), first.toUpperCase().replaceAll('-', ' '))
    expect((await catchRefusal(enterCode(await createPending(user.username), first))).refusal.fields).toHaveProperty(
      'code',
    )
    await enterCode(await createPending(user.username), second)
    const others = await buildUser(api.context, { password })
    await buildTwoStep(api.context, others.id)
    expect((await catchRefusal(enterCode(await createPending(others.username), codes[2] ?? ''))).status).toBe(400)
  })

  it('delays guesses across all pending log-ins', async () => {
    const user = await buildUser(api.context, { password })
    const { codes } = await buildTwoStep(api.context, user.id)
    const statuses: number[] = []
    for (let guess = 0; guess < 7; guess += 1) {
      const { status } = await catchRefusal(enterCode(await createPending(user.username), `00000${guess}`))
      statuses.push(status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
    const { retryAfter } = await catchRefusal(enterCode(await createPending(user.username), codes[0] ?? ''))
    expect(retryAfter).toBeGreaterThan(0)
  })

  it('allows five attempts within ten minutes', async () => {
    const user = await buildUser(api.context, { password })
    const { codes } = await buildTwoStep(api.context, user.id)
    const pending = await createPending(user.username)
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await catchRefusal(enterCode(pending, `00000${guess}`))).refusal.fields).toHaveProperty('code')
      await api.services.database.delete(loginFailures)
    }
    expect((await catchRefusal(enterCode(pending, codes[0] ?? ''))).refusal.fields).toHaveProperty('pending')
    const late = await createPending(user.username)
    api.clock.forward(10 * 60_000)
    expect((await catchRefusal(enterCode(late, codes[0] ?? ''))).refusal.fields).toHaveProperty('pending')
    await deleteExpiredPendingLogins(api.context)
    expect(await api.services.database.$count(pendingLogins, eq(pendingLogins.userId, user.id))).toBe(0)
  })

  it('refuses an account that was locked meanwhile', async () => {
    const user = await buildUser(api.context, { password })
    const { codes } = await buildTwoStep(api.context, user.id)
    const pending = await createPending(user.username)
    await api.services.database.execute(`UPDATE users SET state = 'locked' WHERE id = '${user.id}'`)
    expect((await catchRefusal(enterCode(pending, codes[0] ?? ''))).status).toBe(400)
  })
})

describe('a log-in from a new device', () => {
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile Safari/604.1'
  const listMailsTo = (to: string) => api.services.database.select().from(outbox).where(eq(outbox.recipient, to))

  it('sends one mail in the language of the account', async () => {
    const email = 'chaeun@example.com'
    const user = await buildUser(api.context, { password, email, locale: 'en' })
    await logIn(user.username)
    await logIn(user.username)
    // The first device of an account sends no notice.
    expect(await listMailsTo(email)).toEqual([])
    await logIn(user.username, phone)
    await logIn(user.username, phone)
    const mails = await listMailsTo(email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toContain('New log-in')
    expect(mails[0]?.text).toContain('Safari · iPhone')
    expect(mails[0]?.text).toContain('/en/me/security')
  })
})

describe('staff who must use two-step verification', () => {
  it('can do nothing else until it is set up, from the next request', async () => {
    const staff = await api.actor(['console', 'console:setting'], { password })
    const member = await api.actor([], { password })
    await buildSetting(api.context, { security: { ...emptySetting.security, staffTwoStep: true } })
    try {
      const twoStepRefusal = { status: 403, refusal: { code: 'two_step_required' } }
      await expect(api.client(auth, staff).sessions()).rejects.toMatchObject(twoStepRefusal)
      expect((await api.request({ url: '/api/console/setting', headers: bearerHeaders(staff) })).json().code).toBe(
        'two_step_required',
      )
      await api.client(auth, member).sessions()

      const client = api.client(twoStep, staff)
      await api.client(usersContract, staff).me()
      expect((await client.twoStep()).twoStep).toEqual({ since: null, codesLeft: 0, required: true, trusted: 0 })
      const { setup } = await client.beginTwoStep({ body: { password } })
      await client.confirmTwoStep({ body: { code: generateCode(setup.secret, api.clock.now()) } })
      await api.client(auth, staff).sessions()
      api.clock.forward(60_000)
      const off = client.endTwoStep({ body: { password, code: generateCode(setup.secret, api.clock.now()) } })
      await expect(off).rejects.toMatchObject({ status: 409 })
    } finally {
      await buildSetting(api.context)
    }
  })
})

describe('sellers who must use two-step verification', () => {
  it('are blocked until it is set up, unlike other companies and persons', async () => {
    const [seller, buyer, person] = await Promise.all([1, 2, 3].map(() => api.actor([], { password })))
    for (const [actor, role] of [
      [seller, 'seller'],
      [buyer, 'buyer'],
    ] as const) {
      const { id } = await buildCompany(api.context, { userId: actor?.userId ?? '' })
      await api.services.database.execute(sql`
        INSERT INTO match_profiles (id, company_id, user_id, role, buyer_type) VALUES (
          ${api.context.newId()}, ${id}, ${actor?.userId}, ${role}, ${role === 'buyer' ? 'online' : null})`)
    }
    await buildSetting(api.context, { security: { ...emptySetting.security, sellerTwoStep: true } })
    try {
      const twoStepRefusal = { status: 403, refusal: { code: 'two_step_required' } }
      await expect(api.client(auth, seller).sessions()).rejects.toMatchObject(twoStepRefusal)
      expect((await api.client(twoStep, seller).twoStep()).twoStep.required).toBe(true)
      for (const actor of [buyer, person]) await api.client(auth, actor).sessions()
      await buildTwoStep(api.context, seller?.userId ?? '')
      await api.client(auth, seller).sessions()
    } finally {
      await buildSetting(api.context)
    }
  })
})

const bearerHeaders = ({ accessToken }: Actor) => ({ authorization: `Bearer ${accessToken}` })

describe('a withdrawn account', () => {
  it('leaves no secret, code, passkey or pending log-in, although its archive mentioned them', async () => {
    const actor = await api.actor([], { password })
    const { pending } = await buildTwoStep(api.context, actor.userId)
    await pending()
    await secondFailure(actor.userId)
    const own = new Context(api.services, { ...publicScope('ko'), principal: null })
    const subject = { userId: actor.userId, username: 'somebody', email: null, phone: null }
    expect(await personal.archive?.(own, subject)).toEqual({ twoStep: { since: expect.any(Date) } })
    await api.client(withdrawals, actor).withdraw({ body: { password, reason: 'unused' } })
    for (const table of [twoSteps, recoveryCodes, pendingLogins])
      expect(await api.services.database.$count(table, eq(table.userId, actor.userId))).toBe(0)
    expect(await api.services.database.$count(loginFailures)).toBe(0)
    expect(await personal.archive?.(own, subject)).toEqual({ twoStep: null })
  })
})

const secondFailure = async (userId: string) => {
  const pending = await buildTwoStep(api.context, userId).then((built) => built.pending())
  await catchRefusal(enterCode(pending, '000000'))
}
