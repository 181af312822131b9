import { eq } from 'drizzle-orm'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '#people/users/factory.ts'
import { users } from '#people/users/table.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, sentBy } from '#test/server/test-api.ts'
import { auth } from '../contract.ts'
import { loginFailures, sessions } from '../table.ts'
import { endSessions } from './end-sessions.ts'

const api = prepareTestApi()
beforeEach(() => api.services.database.delete(loginFailures))

const password = '푸른:기와 아래 초롱꽃 42'
const encodeBasic = (username: string, secret: string) =>
  `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`
const logIn = (username: string, secret = password, headers: Record<string, string> = {}) =>
  api.request({ url: '/api/auth/refreshToken', headers: { authorization: encodeBasic(username, secret), ...headers } })
const exchangeToken = (refreshToken: string) =>
  api.request({ url: '/api/auth/accessToken', headers: { authorization: `Bearer ${refreshToken}` } })
const logOut = (refreshToken: string) =>
  api.request({ method: 'DELETE', url: '/api/auth/refreshToken', headers: { authorization: `Bearer ${refreshToken}` } })
const readMe = (accessToken: string) =>
  api.request({ url: '/api/v1/me', headers: { authorization: `Bearer ${accessToken}` } })

describe('logging in', () => {
  it('issues a refresh token, which gives access tokens for the account until log-out', async () => {
    const user = await buildUser(api.context, { password, scopes: ['console'] })
    const first = await logIn(user.username)
    expect(first.statusCode).toBe(200)
    const { refreshToken, expiresAt } = first.json<{ refreshToken: string; expiresAt: string }>()
    expect(Buffer.from(refreshToken, 'base64url').length).toBeGreaterThanOrEqual(16)
    expect(Date.parse(expiresAt) - api.clock.now().getTime()).toBeLessThanOrEqual(12 * 3_600_000)

    const second = await exchangeToken(refreshToken)
    const { accessToken } = second.json<{ accessToken: string }>()
    expect((await readMe(accessToken)).json()).toMatchObject({
      me: { _id: user.id, username: user.username, name: user.name, level: expect.any(String), scope: ['console'] },
    })
    expect((await exchangeToken(refreshToken)).statusCode).toBe(200)

    expect((await logOut(refreshToken)).statusCode).toBe(204)
    expect((await exchangeToken(refreshToken)).json()).toMatchObject({ code: 'session_ended' })
    expect((await readMe(accessToken)).json()).toMatchObject({ code: 'session_expired' })
    expect((await logOut(refreshToken)).statusCode).toBe(204)

    for (const response of [first, second]) {
      expect(response.headers['cache-control']).toBe('no-store')
      expect(response.headers['set-cookie']).toBeUndefined()
    }
  })

  it('stores only the hash of the refresh token', async () => {
    const user = await buildUser(api.context, { password })
    const { refreshToken } = (await logIn(user.username)).json<{ refreshToken: string }>()
    const [session] = await api.services.database.select().from(sessions).where(eq(sessions.userId, user.id))
    expect(session?.tokenHash.length).toBe(32)
    expect(JSON.stringify(session)).not.toContain(refreshToken)
  })

  it('puts ids and scopes into the access token, but no personal data', async () => {
    const user = await buildUser(api.context, {
      password,
      scopes: ['console', 'console:boards'],
      email: 'a@example.com',
    })
    const { refreshToken } = (await logIn(user.username)).json<{ refreshToken: string }>()
    const { accessToken } = (await exchangeToken(refreshToken)).json<{ accessToken: string }>()
    expect(decodeProtectedHeader(accessToken)).toEqual({ alg: 'HS256', typ: 'at+jwt' })
    const { exp = 0, iat = 0, ...claims } = decodeJwt(accessToken)
    expect(exp - iat).toBe(600)
    expect(claims).toEqual({
      sub: user.id,
      sid: expect.any(String),
      scope: ['console', 'console:boards:read', 'console:boards:write'],
      iss: 'daecheong',
      aud: 'daecheong:api',
    })
  })

  it('accepts the username or the e-mail address in any case and Unicode normalization', async () => {
    const user = await buildUser(api.context, { password, username: '한이담', email: 'Idam.Han@example.com' })
    for (const name of [
      '한이담',
      '한이담'.normalize('NFD'),
      ' 한이담 ',
      'idam.han@example.com',
      'IDAM.HAN@EXAMPLE.COM',
    ])
      expect([name, (await logIn(name)).statusCode]).toEqual([name, 200])
    expect((await logIn(user.username, password.normalize('NFD'))).statusCode).toBe(200)
  })

  it('splits credentials at the first colon and reads UTF-8', async () => {
    await buildUser(api.context, { password: ':a:b:', username: 'colons' })
    expect((await logIn('colons', ':a:b:')).statusCode).toBe(200)
    expect((await logIn('colons', 'a:b:')).statusCode).toBe(401)
  })

  it.each([
    ['no header', undefined],
    ['another scheme', 'Digest username="a"'],
    ['no base64', 'Basic %%%'],
    ['no colon', `Basic ${Buffer.from('nobody').toString('base64')}`],
    ['no name', encodeBasic('', password)],
    ['a control character', encodeBasic('a\u0000b', password)],
    ['another encoding', `Basic ${Buffer.from([0xc7, 0xd1, 0x3a, 0xb1]).toString('base64')}`],
    ['a book', encodeBasic('a', 'x'.repeat(5000))],
  ])('answers 401 to %s', async (_name, authorization) => {
    const response = await api.request({
      url: '/api/auth/refreshToken',
      headers: authorization ? { authorization } : {},
    })
    expect([response.statusCode, response.json().code]).toEqual([401, 'login_required'])
    expect(response.headers['www-authenticate']).toBeUndefined()
  })

  it('accepts the scheme name in any case (RFC 9110)', async () => {
    const user = await buildUser(api.context, { password })
    const authorization = encodeBasic(user.username, password).replace('Basic', 'basic')
    const response = await api.request({ url: '/api/auth/refreshToken', headers: { authorization } })
    expect(response.statusCode).toBe(200)
  })

  it('refuses a wrong password, an unknown name, a locked or withdrawn account and one without a password in the same words', async () => {
    const user = await buildUser(api.context, { password })
    const locked = await buildUser(api.context, { password, state: 'locked' })
    const withdrawnUser = await buildUser(api.context, { password, state: 'withdrawn' })
    const answers = [
      await logIn(user.username, 'something else'),
      await logIn('nobody-of-this-name', password),
      await logIn(locked.username),
      await logIn(withdrawnUser.username),
      await logIn((await buildUser(api.context)).username),
      await logIn((await buildUser(api.context)).username, 'none'),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['www-authenticate']).toBeUndefined()
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers[0]?.json()).toEqual({ message: '아이디 또는 비밀번호가 올바르지 않습니다.', code: 'login_failed' })
    const english = await logIn('nobody-of-this-name', password, { 'accept-language': 'en' })
    expect(english.json().message).toMatch(/^[\x20-\x7e]+$/)
  })

  it('takes as long for an unknown name or an account without a password as for a wrong password', async () => {
    const names = {
      known: (await buildUser(api.context, { password })).username,
      unknown: 'nobody-at-all',
      without: (await buildUser(api.context)).username,
    }
    const kinds = ['known', 'unknown', 'without'] as const
    const quickest = { known: Infinity, unknown: Infinity, without: Infinity }
    const calculateRatios = () => [quickest.unknown / quickest.known, quickest.without / quickest.known]
    const areTimesAlike = () => calculateRatios().every((ratio) => ratio > 0.6 && ratio < 1.6)
    // Compare the fastest run of each kind: further rounds filter out noise of the machine, but not a real difference.
    for (let round = 0; round < 12 || (round < 60 && !areTimesAlike()); round += 1)
      for (const kind of kinds) {
        await api.services.database.delete(loginFailures)
        const began = performance.now()
        await logIn(names[kind], 'something else')
        quickest[kind] = Math.min(quickest[kind], performance.now() - began)
      }
    // Loose bounds, because the test machine may be busy; `npm run bench` measures exactly.
    expect(calculateRatios().map((ratio) => ratio > 0.6 && ratio < 1.6)).toEqual([true, true])
  })

  it('rehashes the password at the next log-in when the parameters have changed', async () => {
    const { hash } = await import('@node-rs/argon2')
    const passwordHash = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    const user = await buildUser(api.context, { passwordHash })
    expect((await logIn(user.username)).statusCode).toBe(200)
    const [after] = await api.services.database.select().from(users).where(eq(users.id, user.id))
    expect(after?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await logIn(user.username)).statusCode).toBe(200)
  })
})

describe('a session', () => {
  const openSession = async (scopes: string[]) => {
    const user = await buildUser(api.context, { password, scopes })
    const { refreshToken } = (await logIn(user.username)).json<{ refreshToken: string }>()
    return refreshToken
  }
  const toMilliseconds = (amount: number) => amount * 60_000

  it('ends for staff after 30 minutes without a refresh', async () => {
    const token = await openSession(['console'])
    api.clock.forward(toMilliseconds(29))
    expect((await exchangeToken(token)).statusCode).toBe(200)
    api.clock.forward(toMilliseconds(29))
    expect((await exchangeToken(token)).statusCode).toBe(200)
    api.clock.forward(toMilliseconds(30))
    expect((await exchangeToken(token)).json()).toMatchObject({ code: 'session_idle' })
  })

  it('reports why it is over: ended elsewhere, account closed or expired', async () => {
    const readRefusalCode = async (token: string) =>
      (await exchangeToken(token)).json<{ code: string; message: string }>()
    const ended = await buildUser(api.context, { password, scopes: ['console'] })
    const createToken = async () => (await logIn(ended.username)).json<{ refreshToken: string }>().refreshToken
    const [firstToken, otherToken] = [await createToken(), await createToken()]
    await logOut(firstToken)
    expect(await readRefusalCode(firstToken)).toMatchObject({ code: 'session_ended' })
    await endSessions(api.services.database, ended.id, api.clock.now())
    expect(await readRefusalCode(otherToken)).toMatchObject({ code: 'session_ended' })

    const locked = await createToken()
    await api.services.database.update(users).set({ state: 'locked' }).where(eq(users.id, ended.id))
    expect(await readRefusalCode(locked)).toMatchObject({ code: 'session_revoked' })

    const old = await openSession(['console'])
    for (let spent = 0; spent < 12 * 60; spent += 25) {
      api.clock.forward(toMilliseconds(25))
      await exchangeToken(old)
    }
    expect(await readRefusalCode(old)).toMatchObject({ code: 'session_expired' })
    expect(await readRefusalCode('a-token-that-nobody-was-ever-given')).toMatchObject({ code: 'session_expired' })
  })

  it('ends for staff after 12 hours at the latest, as the access token says', async () => {
    const token = await openSession(['console'])
    for (let spent = 0; spent < 12 * 60 - 5; spent += 25) {
      expect((await exchangeToken(token)).statusCode).toBe(200)
      api.clock.forward(toMilliseconds(25))
    }
    const last = await exchangeToken(token)
    expect(last.statusCode).toBe(401)
    const other = await openSession(['console'])
    for (let spent = 0; spent < 12 * 60 - 20; spent += 20) {
      await exchangeToken(other)
      api.clock.forward(toMilliseconds(20))
    }
    await exchangeToken(other)
    api.clock.forward(toMilliseconds(15))
    const { expiresAt } = (await exchangeToken(other)).json<{ expiresAt: string }>()
    expect(Date.parse(expiresAt) - api.clock.now().getTime()).toBeLessThanOrEqual(toMilliseconds(5))
  })

  it('of a member is still open the next day', async () => {
    const token = await openSession([])
    api.clock.forward(toMilliseconds(60 * 13))
    expect((await exchangeToken(token)).statusCode).toBe(200)
  })

  it('accepts an access token for ten minutes', async () => {
    const token = await openSession([])
    const { accessToken } = (await exchangeToken(token)).json<{ accessToken: string }>()
    // A call can take seconds on a busy machine.
    api.clock.forward(toMilliseconds(10) - 30_000)
    expect((await readMe(accessToken)).statusCode).toBe(200)
    api.clock.forward(30_001)
    expect((await readMe(accessToken)).statusCode).toBe(401)
  })

  it.each(['', 'x', 'Bearer', 'null', 'a'.repeat(43), `${'a'.repeat(43)}.`, "' OR 1=1"])(
    'is refused for the refresh token %j',
    async (token) => {
      expect((await exchangeToken(token)).statusCode).toBe(401)
    },
  )

  it('is refused for an access token in place of the refresh token', async () => {
    const actor = await api.actor([])
    expect((await exchangeToken(actor.accessToken)).statusCode).toBe(401)
  })
})

describe("the caller's own account", () => {
  const changePassword = (actor: Actor, body: unknown, language = 'ko') =>
    api.request(
      sentBy(actor, { method: 'PUT', url: '/api/v1/me/password', body, headers: { 'accept-language': language } }),
    )

  it('lists its open sessions and no ended ones', async () => {
    const actor = await api.actor(['console'])
    const listSessions = async (account: Actor) => (await api.client(auth, account).sessions()).sessions
    expect(await listSessions(actor)).toMatchObject([{ _id: actor.sessionId, current: true }])
    const stale = { userId: actor.userId, createdAt: api.clock.now(), tokenHash: Buffer.alloc(32) }
    await api.services.database
      .insert(sessions)
      .values({ ...stale, id: api.clock.newId(), usedAt: new Date(api.clock.now().getTime() - 31 * 60_000) })
    expect(await listSessions(actor)).toHaveLength(1)
  })

  it('ends one of its own sessions and none of another account', async () => {
    const [ownActor, otherActor] = [await api.actor([]), await api.actor([])]
    const client = api.client(auth, ownActor)
    await expect(client.endSession({ params: { id: otherActor.sessionId } })).rejects.toMatchObject({ status: 404 })
    expect((await readMe(otherActor.accessToken)).statusCode).toBe(200)
    await client.endSession({ params: { id: ownActor.sessionId } })
    expect((await readMe(ownActor.accessToken)).statusCode).toBe(401)
  })

  it('changes the password with the current one, ends all other sessions and keeps this one', async () => {
    const actor = await api.actor(['console'], { password, username: 'changer' })
    const { refreshToken: otherToken } = (await logIn('changer')).json<{ refreshToken: string }>()
    const next = '느티나무 그늘의 낮잠 7'
    expect((await changePassword(actor, { current: password, next })).statusCode).toBe(204)
    expect((await exchangeToken(otherToken)).statusCode).toBe(401)
    expect((await readMe(actor.accessToken)).statusCode).toBe(200)
    expect((await logIn('changer')).statusCode).toBe(401)
    expect((await logIn('changer', next)).statusCode).toBe(200)
  })

  it('refuses a wrong current password and limits further attempts', async () => {
    const actor = await api.actor([], { password })
    for (let attempt = 1; attempt <= 5; attempt += 1)
      expect((await changePassword(actor, { current: 'wrong', next: '느티나무 그늘의 낮잠' })).json()).toMatchObject({
        code: 'invalid',
        fields: { current: '현재 비밀번호가 일치하지 않습니다.' },
      })
    expect((await changePassword(actor, { current: password, next: '느티나무 그늘의 낮잠' })).statusCode).toBe(429)
  })

  it.each([
    ['short', '짧은것', 'ko', /8/],
    ['short for staff', 'kx9-vbq-2m', 'en', /12/],
    ['common', 'unbelievable', 'ko', /추측/],
    ['common with a year', 'Princess2024!', 'en', /common|guess/],
    ['the firm’s name', 'Daecheong2026!!', 'cn', /[\u4e00-\u9fff]/],
    ['one character', 'aaaaaaaaaaaa', 'ko', /추측/],
    ['a row', '123456789012', 'ko', /추측/],
    ['too long', 'x'.repeat(257), 'ko', /256/],
  ])('refuses a password that is %s', async (_name, next, language, words) => {
    const actor = await api.actor(['console'], { password })
    const response = await changePassword(actor, { current: password, next }, language === 'cn' ? 'zh' : language)
    expect(response.statusCode).toBe(400)
    expect(response.json().fields.next).toMatch(words)
    await api.services.database.delete(loginFailures)
  })

  it.each([`${'x9'.repeat(32)}horse`, '아침 이슬에 젖은 돌담길', 'correct horse battery staple', '739184620573'])(
    'accepts a password of any composition: %s',
    async (next) => {
      const actor = await api.actor(['console'], { password })
      expect((await changePassword(actor, { current: password, next })).statusCode).toBe(204)
    },
  )

  it.each([{}, [], { current: {}, next: [] }, { current: password }, { current: password, next: {}, level: 'owner' }])(
    'refuses a request body of another shape: %j',
    async (body) => {
      const actor = await api.actor([], { password })
      expect((await changePassword(actor, body)).statusCode).toBe(400)
    },
  )
})
