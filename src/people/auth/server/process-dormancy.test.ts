import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { outbox } from '#people/messages/table.ts'
import { buildTwoStep } from '#people/two-step/factory.ts'
import { buildUser } from '#people/users/factory.ts'
import { users } from '#people/users/table.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { buildSender } from '#test/providers/build-sender.ts'
import { type Crowd, gatherCrowd, meetingPoint } from '#test/server/concurrent-calls.ts'
import { createTestApi, sentBy, type TestApi } from '#test/server/test-api.ts'
import { auth } from '../contract.ts'
import { buildSession } from '../factory.ts'
import { sessions, trustedDevices } from '../table.ts'
import { deleteOldLogins } from './delete-old-logins.ts'
import { processDormancy } from './process-dormancy.ts'
import { trustDevice } from './trust-device.ts'

let api: TestApi
let crowd: Crowd
beforeAll(async () => {
  api = await createTestApi()
  crowd = await gatherCrowd(api)
  await buildSender(api)
})
afterAll(async () => {
  await crowd.leave()
  await api.close()
})
afterEach(async () => {
  const { database } = api.services
  await database.delete(outbox)
  await database.execute(
    sql`UPDATE users SET state = 'locked' WHERE level_id NOT IN (SELECT id FROM levels WHERE key = 'owner')`,
  )
})

const day = 86_400_000
const password = 'a quiet gate of pine'
const dormancy = { enabled: true, months: 12, warnDays: 30 }
const turn = (enabled: boolean) => buildSetting(api.context, { dormancy: { ...dormancy, enabled } })

let made = 0
/** Creates a member who joins now. */
const join = () => {
  made += 1
  return buildUser(api.context, { password, username: `sleeper${made}`, email: `sleeper${made}@mail.example` })
}

/** Sequential, because the tests are about what runs concurrently. */
const joinMany = async (count: number) => {
  const joined: Awaited<ReturnType<typeof join>>[] = []
  for (let index = 0; index < count; index += 1) joined.push(await join())
  return joined
}

const stateOf = async (id: string) => {
  const [row] = await api.services.database.select().from(users).where(eq(users.id, id))
  return { warned: Boolean(row?.dormancyWarnedAt), dormant: Boolean(row?.dormantAt) }
}
const awake = { warned: false, dormant: false }
const warned = { warned: true, dormant: false }
const resting = { warned: true, dormant: true }

const mailsTo = (email: string | null) =>
  api.services.database
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, email ?? ''))

const logIn = (username: string) =>
  api
    .client(auth)
    .refreshToken(
      {},
      { headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` } },
    )

const lines = async () => {
  const { rows } = await api.services.database.execute<{ action: string; after: unknown }>(
    sql`SELECT action, after FROM audit WHERE action IN ('warn_dormant', 'rest', 'wake') ORDER BY id`,
  )
  return rows
}

describe('dormancy', () => {
  it('is off until the settings enable it', async () => {
    const { id, email } = await join()
    api.clock.forward(5 * 365 * day)
    await processDormancy(api.context)
    expect([await stateOf(id), await mailsTo(email), await lines()]).toEqual([awake, [], []])
  })

  it('warns by mail, makes absent members dormant, ends with a log-in, and logs each step', async () => {
    await turn(true)
    const { id, email, username } = await join()
    const run = async (days: number) => {
      api.clock.forward(days * day)
      await processDormancy(api.context)
      return stateOf(id)
    }
    expect(await run(330)).toEqual(awake)
    expect(await run(6)).toEqual(warned)
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toContain('휴면')
    expect(mail?.text).toContain('12개월')
    await buildTwoStep(api.context, id)
    await trustDevice(api.context, id)
    const session = await buildSession(api.context, id)
    await api.services.database
      .update(sessions)
      .set({ usedAt: new Date(0) })
      .where(eq(sessions.id, session))

    // A second run, one day short of dormancy, changes nothing.
    expect(await run(29)).toEqual(warned)
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await run(2)).toEqual(resting)
    const [ended] = await api.services.database.select().from(sessions).where(eq(sessions.id, session))
    expect(ended?.endedAt).not.toBeNull()
    expect(await api.services.database.$count(trustedDevices, eq(trustedDevices.userId, id))).toBe(0)

    const staff = await api.actor(['console', 'console:users'], { rank: 90 })
    const listed = async (state: string) => {
      const { payload } = await api.request(sentBy(staff, { method: 'GET', url: `/api/console/users?state=${state}` }))
      return (JSON.parse(payload) as { users: { _id: string; state: string }[] }).users
    }
    expect((await listed('dormant')).map(({ _id, state }) => [_id, state])).toEqual([[id, 'dormant']])
    expect((await listed('active')).map(({ _id }) => _id)).not.toContain(id)

    await api.services.database.execute(sql`DELETE FROM two_steps`)
    await logIn(username)
    expect(await stateOf(id)).toEqual(awake)
    expect(await lines()).toEqual([
      { action: 'warn_dormant', after: { count: 1 } },
      { action: 'rest', after: { count: 1 } },
      { action: 'wake', after: null },
    ])
    expect(await run(60)).toEqual(awake)
  })

  it('skips staff and members who return after the warning, and warns those again when they stay away again', async () => {
    await turn(true)
    const staff = await api.actor(['console'], { email: 'old.staff@mail.example' })
    const { id, email, username } = await join()
    api.clock.forward(340 * day)
    await processDormancy(api.context)
    expect([await stateOf(staff.userId), await stateOf(id)]).toEqual([awake, warned])
    await logIn(username)
    expect(await stateOf(id)).toEqual(awake)
    api.clock.forward(60 * day)
    await processDormancy(api.context)
    expect(await stateOf(id)).toEqual(awake)
    api.clock.forward(290 * day)
    await processDormancy(api.context)
    expect(await stateOf(id)).toEqual(warned)
    expect(await mailsTo(email)).toHaveLength(2)
    expect(await stateOf(staff.userId)).toEqual(awake)
  })

  it('ignores a warning from before the setting was off or changed', async () => {
    await turn(true)
    const { id } = await join()
    api.clock.forward(340 * day)
    await processDormancy(api.context)
    await turn(false)
    await processDormancy(api.context)
    expect(await stateOf(id)).toEqual(awake)
    api.clock.forward(400 * day)
    await turn(true)
    await processDormancy(api.context)
    expect(await stateOf(id)).toEqual(warned)
    const { database } = api.services
    const unwarned = { dormancyWarnedAt: null, dormantAt: api.context.now() }
    await expect(database.update(users).set(unwarned).where(eq(users.id, id))).rejects.toThrow()
  })

  it('knows the last use of an account after its log-in records are deleted', async () => {
    await turn(true)
    const { id } = await join()
    api.clock.forward(200 * day)
    const session = await buildSession(api.context, id)
    await api.services.database.update(sessions).set({ endedAt: api.context.now() }).where(eq(sessions.id, session))
    api.clock.forward(140 * day)
    await deleteOldLogins(api.context)
    expect(await api.services.database.$count(sessions, eq(sessions.userId, id))).toBe(0)
    await processDormancy(api.context)
    expect(await stateOf(id)).toEqual(awake)
  })

  it('warns each member once when several processes run the job; a naive read-then-write warns several times', async () => {
    await turn(true)
    const sleepers = await joinMany(5)
    api.clock.forward(340 * day)
    await Promise.all([1, 2, 3].map(() => processDormancy(api.context)))
    for (const { email } of sleepers) expect(await mailsTo(email)).toHaveLength(1)

    const [{ id = '' } = {}] = sleepers
    await api.services.database.execute(sql`UPDATE users SET dormancy_warned_at = NULL WHERE id = ${id}`)
    const haveLooked = meetingPoint()
    const naive = await crowd.together(async () => {
      const { rows } = await crowd.pool.query('SELECT dormancy_warned_at AS warned FROM users WHERE id = $1', [id])
      await haveLooked()
      if (rows[0].warned) return false
      await crowd.pool.query('UPDATE users SET dormancy_warned_at = now() WHERE id = $1', [id])
      return true
    })
    expect(naive.filter(Boolean).length).toBeGreaterThan(1)
  })

  it('skips a member who logs in at the same moment, in either order', async () => {
    await turn(true)
    const sleepers = await joinMany(3)
    api.clock.forward(340 * day)
    await processDormancy(api.context)
    api.clock.forward(40 * day)
    await Promise.all([processDormancy(api.context), ...sleepers.map(({ username }) => logIn(username))])
    for (const { id } of sleepers) expect(await stateOf(id)).toEqual(awake)
  })
})
