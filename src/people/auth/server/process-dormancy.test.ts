import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { outbox } from '#people/messages/table.ts'
import { buildTwoStep } from '#people/two-step/factory.ts'
import { buildUser } from '#people/users/factory.ts'
import { users } from '#people/users/table.ts'
import { buildSetting } from '#platform/settings/factory.ts'
import { buildSender } from '#test/providers/build-sender.ts'
import { createBarrier, prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { sentBy } from '#test/server/test-api.ts'
import { auth } from '../contract.ts'
import { buildSession } from '../factory.ts'
import { sessions, trustedDevices } from '../table.ts'
import { deleteOldLogins } from './delete-old-logins.ts'
import { processDormancy } from './process-dormancy.ts'
import { trustDevice } from './trust-device.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
beforeAll(async () => {
  await buildSender(api)
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
const switchDormancy = (enabled: boolean) => buildSetting(api.context, { dormancy: { ...dormancy, enabled } })

let createdCount = 0
/** Creates a member who joins now. */
const joinMember = () => {
  createdCount += 1
  return buildUser(api.context, {
    password,
    username: `sleeper${createdCount}`,
    email: `sleeper${createdCount}@mail.example`,
  })
}

/** Sequential, because the tests are about what runs concurrently. */
const joinMany = async (count: number) => {
  const joined: Awaited<ReturnType<typeof joinMember>>[] = []
  for (let index = 0; index < count; index += 1) joined.push(await joinMember())
  return joined
}

const readState = async (id: string) => {
  const [row] = await api.services.database.select().from(users).where(eq(users.id, id))
  return { warned: Boolean(row?.dormancyWarnedAt), dormant: Boolean(row?.dormantAt) }
}
const activeState = { warned: false, dormant: false }
const warnedState = { warned: true, dormant: false }
const dormantState = { warned: true, dormant: true }

const listMailsTo = (email: string | null) =>
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

const listAuditLines = async () => {
  const { rows } = await api.services.database.execute<{ action: string; after: unknown }>(
    sql`SELECT action, after FROM audit WHERE action IN ('warn_dormant', 'rest', 'wake') ORDER BY id`,
  )
  return rows
}

describe('dormancy', () => {
  it('is off until the settings enable it', async () => {
    const { id, email } = await joinMember()
    api.clock.forward(5 * 365 * day)
    await processDormancy(api.context)
    expect([await readState(id), await listMailsTo(email), await listAuditLines()]).toEqual([activeState, [], []])
  })

  it('warns by mail, makes absent members dormant, ends with a log-in, and logs each step', async () => {
    await switchDormancy(true)
    const { id, email, username } = await joinMember()
    const runAfterDays = async (days: number) => {
      api.clock.forward(days * day)
      await processDormancy(api.context)
      return readState(id)
    }
    expect(await runAfterDays(330)).toEqual(activeState)
    expect(await runAfterDays(6)).toEqual(warnedState)
    const [mail] = await listMailsTo(email)
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
    expect(await runAfterDays(29)).toEqual(warnedState)
    expect(await listMailsTo(email)).toHaveLength(1)
    expect(await runAfterDays(2)).toEqual(dormantState)
    const [ended] = await api.services.database.select().from(sessions).where(eq(sessions.id, session))
    expect(ended?.endedAt).not.toBeNull()
    expect(await api.services.database.$count(trustedDevices, eq(trustedDevices.userId, id))).toBe(0)

    const staff = await api.actor(['console', 'console:users'], { rank: 90 })
    const listMembersIn = async (state: string) => {
      const { payload } = await api.request(sentBy(staff, { method: 'GET', url: `/api/console/users?state=${state}` }))
      return (JSON.parse(payload) as { users: { _id: string; state: string }[] }).users
    }
    expect((await listMembersIn('dormant')).map(({ _id, state }) => [_id, state])).toEqual([[id, 'dormant']])
    expect((await listMembersIn('active')).map(({ _id }) => _id)).not.toContain(id)

    await api.services.database.execute(sql`DELETE FROM two_steps`)
    await logIn(username)
    expect(await readState(id)).toEqual(activeState)
    expect(await listAuditLines()).toEqual([
      { action: 'warn_dormant', after: { count: 1 } },
      { action: 'rest', after: { count: 1 } },
      { action: 'wake', after: null },
    ])
    expect(await runAfterDays(60)).toEqual(activeState)
  })

  it('skips staff and members who return after the warning, and warns those again when they stay away again', async () => {
    await switchDormancy(true)
    const staff = await api.actor(['console'], { email: 'old.staff@mail.example' })
    const { id, email, username } = await joinMember()
    api.clock.forward(340 * day)
    await processDormancy(api.context)
    expect([await readState(staff.userId), await readState(id)]).toEqual([activeState, warnedState])
    await logIn(username)
    expect(await readState(id)).toEqual(activeState)
    api.clock.forward(60 * day)
    await processDormancy(api.context)
    expect(await readState(id)).toEqual(activeState)
    api.clock.forward(290 * day)
    await processDormancy(api.context)
    expect(await readState(id)).toEqual(warnedState)
    expect(await listMailsTo(email)).toHaveLength(2)
    expect(await readState(staff.userId)).toEqual(activeState)
  })

  it('ignores a warning from before the setting was off or changed', async () => {
    await switchDormancy(true)
    const { id } = await joinMember()
    api.clock.forward(340 * day)
    await processDormancy(api.context)
    await switchDormancy(false)
    await processDormancy(api.context)
    expect(await readState(id)).toEqual(activeState)
    api.clock.forward(400 * day)
    await switchDormancy(true)
    await processDormancy(api.context)
    expect(await readState(id)).toEqual(warnedState)
    const { database } = api.services
    const unwarned = { dormancyWarnedAt: null, dormantAt: api.context.now() }
    await expect(database.update(users).set(unwarned).where(eq(users.id, id))).rejects.toThrow()
  })

  it('knows the last use of an account after its log-in records are deleted', async () => {
    await switchDormancy(true)
    const { id } = await joinMember()
    api.clock.forward(200 * day)
    const session = await buildSession(api.context, id)
    await api.services.database.update(sessions).set({ endedAt: api.context.now() }).where(eq(sessions.id, session))
    api.clock.forward(140 * day)
    await deleteOldLogins(api.context)
    expect(await api.services.database.$count(sessions, eq(sessions.userId, id))).toBe(0)
    await processDormancy(api.context)
    expect(await readState(id)).toEqual(activeState)
  })

  it('warns each member once when several processes run the job; a naive read-then-write warns several times', {
    tags: ['deep'],
  }, async () => {
    await switchDormancy(true)
    const sleepers = await joinMany(5)
    api.clock.forward(340 * day)
    await Promise.all([1, 2, 3].map(() => processDormancy(api.context)))
    for (const { email } of sleepers) expect(await listMailsTo(email)).toHaveLength(1)

    const [{ id = '' } = {}] = sleepers
    await api.services.database.execute(sql`UPDATE users SET dormancy_warned_at = NULL WHERE id = ${id}`)
    const haveLooked = createBarrier()
    const naive = await crowd.callConcurrently(async () => {
      const { rows } = await crowd.pool.query('SELECT dormancy_warned_at AS warned FROM users WHERE id = $1', [id])
      await haveLooked()
      if (rows[0].warned) return false
      await crowd.pool.query('UPDATE users SET dormancy_warned_at = now() WHERE id = $1', [id])
      return true
    })
    expect(naive.filter(Boolean).length).toBeGreaterThan(1)
  })

  it('skips a member who logs in at the same moment, in either order', async () => {
    await switchDormancy(true)
    const sleepers = await joinMany(3)
    api.clock.forward(340 * day)
    await processDormancy(api.context)
    api.clock.forward(40 * day)
    await Promise.all([processDormancy(api.context), ...sleepers.map(({ username }) => logIn(username))])
    for (const { id } of sleepers) expect(await readState(id)).toEqual(activeState)
  })
})
