import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { verifyPassword } from '#kit/auth/password.ts'
import { buildUser } from '#people/users/factory.ts'
import { users } from '#people/users/table.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { freeFailures } from '../rules.ts'
import { loginFailures } from '../table.ts'

const api = prepareTestApi()
beforeEach(() => api.services.database.delete(loginFailures))

const password = '초롱꽃 핀 담장 아래 42'
const attemptLogin = (
  username: string,
  secret: string,
  { from = '203.0.113.7', headers = {} }: { from?: string; headers?: Record<string, string> } = {},
) =>
  api.request({
    url: '/api/auth/refreshToken',
    remoteAddress: from,
    headers: { authorization: `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`, ...headers },
  })
const createUser = () => buildUser(api.context, { password })

describe('failed log-ins', () => {
  it('delay the next attempt on an account after five free ones, even with the right password', async () => {
    const { username } = await createUser()
    for (let count = 1; count <= freeFailures.account; count += 1)
      expect((await attemptLogin(username, 'wrong')).statusCode).toBe(401)
    const blocked = await attemptLogin(username, password)
    expect([blocked.statusCode, blocked.json().code]).toEqual([429, 'too_many'])
    const seconds = Number(blocked.headers['retry-after'])
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(blocked.json().message).toContain(String(seconds))

    api.clock.forward(seconds * 1000)
    expect((await attemptLogin(username, 'wrong')).statusCode).toBe(401)
    const longer = Number((await attemptLogin(username, password)).headers['retry-after'])
    expect(longer).toBeGreaterThan(seconds)
    api.clock.forward(longer * 1000)
    expect((await attemptLogin(username, password)).statusCode).toBe(200)
    expect((await attemptLogin(username, password)).statusCode).toBe(200)
  })

  it('delay attempts by 15 minutes at most and are forgotten after a quiet hour', async () => {
    const { username } = await createUser()
    let delay = 0
    for (let count = 0; count < 20; count += 1) {
      await attemptLogin(username, 'wrong', { from: `203.0.113.${count + 50}` })
      const refused = await attemptLogin(username, 'wrong', { from: '203.0.113.99' })
      delay = Number(refused.headers['retry-after'] ?? 0)
      api.clock.forward(delay * 1000)
    }
    expect(delay).toBe(900)
    await attemptLogin(username, 'wrong')
    api.clock.forward(3_600_001)
    for (let count = 1; count < freeFailures.account; count += 1)
      expect((await attemptLogin(username, 'wrong')).statusCode).toBe(401)
    expect((await attemptLogin(username, password)).statusCode).toBe(200)
  })

  it('are refused as busy in a flood before anything is written for them', { tags: ['deep'] }, async () => {
    const { username } = await createUser()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, count) =>
        attemptLogin(`flood-${count}`, 'wrong', { from: `198.51.100.${count}` }),
      ),
    )
    const refused = answers.filter(({ statusCode }) => statusCode === 503)
    const checked = answers.filter(({ statusCode }) => statusCode === 401)
    expect(refused.length + checked.length).toBe(100)
    expect(refused.length).toBeGreaterThan(20)
    for (const answer of refused) expect([answer.json().code, answer.headers['retry-after']]).toEqual(['busy', '2'])
    // Exactly one row per attempted name and one per address.
    expect(await api.services.database.$count(loginFailures)).toBe(2 * checked.length)
    expect((await attemptLogin(username, password)).statusCode).toBe(200)
  })

  it('are counted per name in any spelling, and separately for each name of an account', async () => {
    const { username } = await buildUser(api.context, { password, email: 'two.names@example.com' })
    for (const name of [username, ` ${username}`, username.toUpperCase(), `${username} `, username])
      expect((await attemptLogin(name, 'wrong')).statusCode).toBe(401)
    expect((await attemptLogin(username, 'wrong')).statusCode).toBe(429)
    // A shared count would reveal that both names belong to one account.
    expect((await attemptLogin('two.names@example.com', 'wrong')).statusCode).toBe(401)
  })

  it('delay an unknown name just as a known one, so that they do not reveal it', async () => {
    const { username } = await createUser()
    const listStatuses = async (name: string) => {
      const statuses: number[] = []
      for (let count = 0; count < 7; count += 1) statuses.push((await attemptLogin(name, 'wrong')).statusCode)
      return statuses
    }
    expect(await listStatuses('nobody-of-this-name')).toEqual(await listStatuses(username))
  })

  it.each([
    ['a space behind', (name: string) => `${name} `],
    ['a space before', (name: string) => ` ${name}`],
    ['capitals', (name: string) => name.toUpperCase()],
    ['letters taken apart (NFD)', (name: string) => name.normalize('NFD')],
  ])('do not reveal by %s whether a name exists', async (_how, variant) => {
    const { username } = await buildUser(api.context, { password, username: '각시붓꽃' })
    const listStatuses = async (name: string) => {
      const statuses: number[] = []
      for (let count = 0; count < freeFailures.account; count += 1)
        statuses.push((await attemptLogin(name, 'x')).statusCode)
      return [...statuses, (await attemptLogin(variant(name), 'x')).statusCode]
    }
    expect(await listStatuses('산수국')).toEqual(await listStatuses(username))
    await api.services.database.delete(users).where(eq(users.username, username))
  })

  it('delay one address across many accounts, but not another address', async () => {
    const { username } = await createUser()
    for (let count = 0; count < freeFailures.address; count += 1)
      expect((await attemptLogin(`name-${count}`, 'wrong', { from: '198.51.100.4' })).statusCode).toBe(401)
    expect((await attemptLogin(username, password, { from: '198.51.100.4' })).statusCode).toBe(429)
    expect((await attemptLogin(username, password, { from: '198.51.100.5' })).statusCode).toBe(200)
  })

  it('count an IPv6 network as one address, and an IPv4 address as one over either socket', {
    tags: ['deep'],
  }, async () => {
    for (let count = 0; count < freeFailures.address; count += 1)
      await attemptLogin(`name-${count}`, 'wrong', { from: `2001:db8:7:1::${(count + 1).toString(16)}` })
    const attemptFrom = async (address: string) =>
      (await attemptLogin('one-more', 'wrong', { from: address })).statusCode
    expect(await attemptFrom('2001:db8:7:1:ffff:ffff:ffff:ffff')).toBe(429)
    expect(await attemptFrom('2001:db8:7:2::1')).toBe(401)
    for (let count = 0; count < freeFailures.address; count += 1)
      await attemptLogin(`name-${count}`, 'wrong', { from: count % 2 ? '198.51.100.9' : '::ffff:198.51.100.9' })
    expect(await attemptFrom('198.51.100.9')).toBe(429)
  })

  it('of an address are not forgotten when it logs in to an account of its own in between', async () => {
    const { username } = await createUser()
    for (let count = 0; count < freeFailures.address; count += 1)
      await attemptLogin(`name-${count}`, 'wrong', { from: '198.51.100.6' })
    let guesses = 0
    for (let count = 0; count < 20; count += 1) {
      if ((await attemptLogin(username, password, { from: '198.51.100.6' })).statusCode === 200) guesses += 1
      if ((await attemptLogin(`other-${count}`, 'wrong', { from: '198.51.100.6' })).statusCode === 401) guesses += 1
    }
    expect(guesses).toBe(0)
  })

  it('count for the address of the socket, whatever the headers say', async () => {
    const buildSpoofedHeaders = (count: number) => ({
      from: '198.51.100.8',
      headers: {
        'x-forwarded-for': `10.0.0.${count}`,
        forwarded: `for=10.0.0.${count}`,
        'x-real-ip': `10.0.0.${count}`,
      },
    })
    for (let count = 0; count < freeFailures.address; count += 1)
      await attemptLogin(`name-${count}`, 'wrong', buildSpoofedHeaders(count))
    expect((await attemptLogin('one-more', 'wrong', buildSpoofedHeaders(99))).statusCode).toBe(429)
  })

  it('leave no readable name or address in the table', async () => {
    await attemptLogin('kim.secret', 'wrong', { from: '198.51.100.9' })
    const rows = await api.services.database.select().from(loginFailures)
    expect(JSON.stringify(rows)).not.toMatch(/kim\.secret|198\.51/)
  })
})

/** Number of 64 concurrent wrong guesses that are checked before the account is blocked. */
const countGuesses = async (guess: (username: string, count: number) => Promise<boolean>): Promise<number> => {
  const { username } = await createUser()
  const guesses = await Promise.all(Array.from({ length: 64 }, (_, count) => guess(username, count)))
  return guesses.filter(Boolean).length
}

describe('64 concurrent wrong guesses', { tags: ['deep'] }, () => {
  it('get no more than the free attempts', async () => {
    // From many addresses, because the account is under attack.
    const passed = await countGuesses(async (username, count) => {
      const { statusCode } = await attemptLogin(username, `wrong ${count}`, { from: `192.0.2.${count}` })
      expect([401, 429]).toContain(statusCode)
      return statusCode === 401
    })
    expect(passed).toBe(freeFailures.account)
  })

  it('get many attempts with a naive variant that counts each failure after it happened', async () => {
    const passed = await countGuesses(async (username) => {
      const { database } = api.services
      const [failure] = await database.select().from(loginFailures).where(eq(loginFailures.key, username))
      if ((failure?.failures ?? 0) >= freeFailures.account) return false
      await wait(5)
      const row = { key: username, failures: (failure?.failures ?? 0) + 1, lastAt: new Date() }
      await database.insert(loginFailures).values(row).onConflictDoUpdate({ target: loginFailures.key, set: row })
      return true
    })
    expect(passed).toBeGreaterThan(freeFailures.account)
  })
})

const isBusy = (work: Promise<unknown>) =>
  work.then(
    () => false,
    ({ code }) => code === 'busy',
  )

describe('a flood of log-ins', { tags: ['deep'] }, () => {
  it('fills one bounded queue, and the rest get 503 with Retry-After and count as no failure', async () => {
    const { username } = await createUser()
    let flooding = true
    const others = Array.from({ length: 90 }, async () => {
      while (flooding) if (await isBusy(verifyPassword(null, 'x'))) await wait(1)
    })
    // A slot may become free at this moment, so retry.
    const refused = await vi.waitFor(async () => {
      const response = await attemptLogin(username, password)
      expect([response.statusCode, response.json().code]).toEqual([503, 'busy'])
      return response
    })
    flooding = false
    await Promise.all(others)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const failures = await api.services.database.select().from(loginFailures)
    expect(failures.map((row) => [row.failures, row.blockedUntil])).toEqual(failures.map(() => [0, null]))
    expect((await attemptLogin(username, password)).statusCode).toBe(200)
  })
})

/** Simulates a full disk: statements that need a new page fail. */
const fillDisk = async (table: string, event: string) => {
  const { database } = api.services
  await database.execute(sql`
    CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`)
  await database.execute(sql.raw(`CREATE TRIGGER full_disk BEFORE ${event} ON ${table} EXECUTE FUNCTION full_disk()`))
  return () => database.execute(sql.raw(`DROP TRIGGER full_disk ON ${table}`))
}

describe('a right password while the disk is full', () => {
  it.each([
    ['sessions', 'INSERT'],
    ['login_failures', 'UPDATE OR DELETE'],
    ['login_failures', 'INSERT OR UPDATE OR DELETE'],
  ])('answers 503 and counts no failure when %s refuses %s', { tags: ['deep'] }, async (table, event) => {
    const { username } = await createUser()
    const free = await fillDisk(table, event)
    for (let count = 0; count < freeFailures.account + 3; count += 1) {
      const refused = await attemptLogin(username, password)
      expect([refused.statusCode, refused.json().code]).toEqual([503, 'unavailable'])
    }
    await free()
    // All five free attempts are still available.
    for (let count = 0; count < freeFailures.account - 1; count += 1)
      expect((await attemptLogin(username, 'wrong')).statusCode).toBe(401)
    expect((await attemptLogin(username, password)).statusCode).toBe(200)
  })

  it('leaves the failure count of the address unchanged', { tags: ['deep'] }, async () => {
    const { username } = await createUser()
    const from = '198.51.100.20'
    const free = await fillDisk('sessions', 'INSERT')
    for (let count = 0; count < freeFailures.address + 5; count += 1)
      expect((await attemptLogin(username, password, { from })).statusCode).toBe(503)
    await free()
    expect((await attemptLogin(username, password, { from })).statusCode).toBe(200)
  })
})
