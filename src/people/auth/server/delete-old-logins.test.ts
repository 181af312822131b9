import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { buildSession } from '../factory.ts'
import { loginFailures, sessions } from '../table.ts'
import { deleteOldLogins } from './delete-old-logins.ts'

const api = prepareTestApi()

const day = 24 * 3_600_000
const getDaysAgo = (days: number) => new Date(api.clock.now().getTime() - days * day)
const listAuditLines = async () =>
  (await api.context.database.execute(sql`SELECT after FROM audit WHERE action = 'destroy' AND entity = 'users'`)).rows

it('deletes log-in records three months after their session and failures after a day, and logs the run', async () => {
  const { userId, sessionId } = await api.actor([])
  const createEndedSession = async (daysAgo: number) => {
    const id = await buildSession(api.context, userId)
    const at = getDaysAgo(daysAgo)
    await api.services.database
      .update(sessions)
      .set({ createdAt: at, usedAt: at, endedAt: at })
      .where(eq(sessions.id, id))
    return id
  }
  const [keptId] = [await createEndedSession(80), await createEndedSession(100)]
  await api.services.database.insert(loginFailures).values([
    { key: 'old', failures: 3, lastAt: getDaysAgo(2) },
    { key: 'new', failures: 3, lastAt: getDaysAgo(0) },
    { key: 'blocked', failures: 9, lastAt: getDaysAgo(2), blockedUntil: getDaysAgo(-1) },
  ])

  await deleteOldLogins(api.context)

  const remaining = await api.services.database.select({ id: sessions.id }).from(sessions)
  expect(remaining.map(({ id }) => id).sort()).toEqual([sessionId, keptId].sort())
  const keys = await api.services.database.select({ key: loginFailures.key }).from(loginFailures)
  expect(keys.map(({ key }) => key).sort()).toEqual(['blocked', 'new'])
  expect(await listAuditLines()).toEqual([{ after: { sessions: 1, failures: 1 } }])

  // A run that deletes nothing writes no line.
  await deleteOldLogins(api.context)
  expect(await listAuditLines()).toHaveLength(1)
})
