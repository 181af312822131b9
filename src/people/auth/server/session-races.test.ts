// @module-tag deep
import { and, eq, isNull, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeEach, describe, expect, it } from 'vitest'
import { hashPassword } from '#kit/auth/password.ts'
import { hashToken, newRefreshToken } from '#kit/auth/tokens.ts'
import { Context, publicScope } from '#kit/server/context.ts'
import { outbox } from '#people/messages/table.ts'
import { recovery } from '#people/recovery/contract.ts'
import { recoveryTokens } from '#people/recovery/table.ts'
import { buildTwoStep } from '#people/two-step/factory.ts'
import { pendingLogins } from '#people/two-step/table.ts'
import { buildUser } from '#people/users/factory.ts'
import { type UserRow, users } from '#people/users/table.ts'
import { prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { auth } from '../contract.ts'
import { loginFailures, sessions } from '../table.ts'
import { endSessions } from './end-sessions.ts'
import { lockAccount, startSession } from './start-session.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
beforeEach(() => api.services.database.delete(loginFailures))

const password = 'a quiet gate of pine'

const logIn = (username: string) =>
  api
    .client(auth)
    .refreshToken(
      {},
      { headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` } },
    )

const countOpenSessions = (userId: string) =>
  api.services.database.$count(sessions, and(eq(sessions.userId, userId), isNull(sessions.endedAt)))

/** Changes an account by SQL while log-ins that read the previous state wait for its row; returns their statuses. */
const changeDuringLogins = async (user: UserRow, change: string, most = 4): Promise<number[]> => {
  const client = await crowd.pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(change, [user.id])
    const answers = Promise.all(Array.from({ length: most }, () => statusOf(logIn(user.username), 200)))
    for (let waiting = 0; waiting < most; ) {
      const { rows } = await crowd.pool.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      waiting = rows[0]?.waiting ?? 0
    }
    await client.query('UPDATE sessions SET ended_at = now() WHERE user_id = $1 AND ended_at IS NULL', [user.id])
    await client.query('COMMIT')
    return await answers
  } finally {
    client.release()
  }
}

describe('a log-in after the password comparison', () => {
  it.each([
    ['the password is changed', 'password_hash = $2'],
    ['the account is locked', `state = 'locked'`],
    ['the account is withdrawn', `state = 'withdrawn', password_hash = 'none'`],
  ])('starts no session when meanwhile %s', async (_, set) => {
    const user = await buildUser(api.context, { password })
    const other = await hashPassword('another gate of bamboo')
    const statuses = await changeDuringLogins(user, `UPDATE users SET ${set.replace('$2', `'${other}'`)} WHERE id = $1`)
    expect(statuses).toEqual([401, 401, 401, 401])
    expect(await api.services.database.$count(sessions, eq(sessions.userId, user.id))).toBe(0)
  })

  it('waits for no second step either when the account has changed', async () => {
    const user = await buildUser(api.context, { password })
    await buildTwoStep(api.context, user.id)
    const other = await hashPassword('another gate of bamboo')
    expect(await changeDuringLogins(user, `UPDATE users SET password_hash = '${other}' WHERE id = $1`)).toEqual([
      401, 401, 401, 401,
    ])
    expect(await api.services.database.$count(pendingLogins, eq(pendingLogins.userId, user.id))).toBe(0)
  })

  it('succeeds when the same password was rehashed meanwhile', async () => {
    const user = await buildUser(api.context, { password })
    const anew = await hashPassword(password)
    expect(await changeDuringLogins(user, `UPDATE users SET password_hash = '${anew}' WHERE id = $1`)).toEqual([
      200, 200, 200, 200,
    ])
    expect(await countOpenSessions(user.id)).toBe(4)
  })
})

type StartVariant = (userId: string, hash: string) => Promise<unknown>

/** Starts a session the way the server does. */
const startChecked: StartVariant = (userId, hash) =>
  new Context(api.services, publicScope('ko'), drizzle({ client: crowd.pool }) as never).transaction(async (within) => {
    const account = await lockAccount(within, userId, hash)
    if (account) await startSession(within, account, 'password')
  })

/** Naive: read, decide, write. */
const naiveBegin: StartVariant = async (userId, hash) => {
  if (hash)
    await crowd.pool.query(
      `INSERT INTO sessions (id, user_id, token_hash, created_at, used_at) VALUES (gen_random_uuid(), $1, $2, now(), now())`,
      [userId, hashToken(newRefreshToken())],
    )
}

describe('64 log-ins that read the password before it changes', () => {
  const runTogether = async (act: StartVariant) => {
    const user = await buildUser(api.context, { password })
    const change = api.context
    await crowd.readThenAct(
      async (index) => {
        const { rows } = await crowd.pool.query<{ hash: string }>(
          'SELECT password_hash AS hash FROM users WHERE id = $1',
          [user.id],
        )
        return { hash: rows[0]?.hash ?? '', index }
      },
      async ({ hash, index }) => {
        // The first caller changes the password while the others continue.
        if (index > 0) return act(user.id, hash)
        await change.transaction(async (within) => {
          await within.database.update(users).set({ passwordHash: 'none' }).where(eq(users.id, user.id))
          await endSessions(within.database, user.id, within.now())
        })
      },
    )
    // One slow log-in that read the old password.
    await act(user.id, user.passwordHash)
    return countOpenSessions(user.id)
  }
  it('leave no session open', async () => expect(await runTogether(startChecked)).toBe(0))
  it('leave sessions open with the naive variant', async () => expect(await runTogether(naiveBegin)).toBeGreaterThan(0))
})

describe('ending all sessions', () => {
  const withWaiting = async () => {
    const actor = await api.actor([], { password, email: `waiting-${api.clock.newId()}@example.com` })
    const { pending } = await buildTwoStep(api.context, actor.userId)
    const [user] = await api.services.database.select().from(users).where(eq(users.id, actor.userId))
    if (!user?.email) throw new Error('The account does not exist')
    await api.client(recovery).ask({ body: { what: 'password', contact: user.email } })
    const [mail] = await api.services.database.select().from(outbox).where(eq(outbox.recipient, user.email))
    const token = /#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    await api.client(recovery).link({ body: { token } })
    return { actor, token, pending: await pending() }
  }
  type WaitingLogin = Awaited<ReturnType<typeof withWaiting>>

  it.each<[string, (waitingLogin: WaitingLogin) => Promise<unknown>]>([
    ['asked for', ({ actor }) => api.client(auth, actor).endSessions({ body: { which: 'others' } })],
    [
      'by another password',
      ({ actor }) => api.client(auth, actor).password({ body: { current: password, next: `${password} and bamboo` } }),
    ],
  ])('%s invalidates password links and log-ins that wait for a code', async (_, act) => {
    const waitingLogin = await withWaiting()
    await act(waitingLogin)
    const link = api.client(recovery).password({ body: { token: waitingLogin.token, password: 'a gate of the thief' } })
    await expectRefusal(link, 400, 'token')
    const step = api.client(auth).secondStep({ body: { pending: waitingLogin.pending, code: '000000' } })
    await expectRefusal(step, 400, 'pending')
  })

  it('sends no password link to a contact that the account no longer has', async () => {
    const user = await buildUser(api.context, {
      email: `before-${api.clock.newId()}@example.com`,
      password,
    })
    const client = await crowd.pool.connect()
    await client.query('BEGIN')
    await client.query('UPDATE users SET email = $2 WHERE id = $1', [user.id, `after-${user.id}@example.com`])
    const recoveryRequest = api.client(recovery).ask({ body: { what: 'password', contact: user.email ?? '' } })
    for (let waits = false; !waits; ) {
      const { rows } = await crowd.pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      waits = rows.length > 0
    }
    await client.query('COMMIT')
    client.release()
    await recoveryRequest
    expect(await api.services.database.$count(recoveryTokens, eq(recoveryTokens.userId, user.id))).toBe(0)
    expect(await api.services.database.$count(outbox, sql`recipient = ${user.email}`)).toBe(0)
  })
})
