import { and, eq, isNull } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { verifyAccessToken } from '#kit/auth/tokens.ts'
import { users as usersContract } from '#people/users/contract.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { auth } from '../contract.ts'
import { sessions } from '../table.ts'

const api = prepareTestApi()

const tabs = Array.from({ length: 40 }, (_, index) => index)
const refreshTab = ({ refreshToken }: Actor) =>
  api.client(auth).accessToken({}, { headers: { authorization: `Bearer ${refreshToken}` } })

it('40 tabs that refresh concurrently all continue, each with one refresh, in one session', async () => {
  const actor = await api.actor([])
  const refreshed = await Promise.all(tabs.map(() => refreshTab(actor)))
  for (const { accessToken } of refreshed) {
    const ids = await verifyAccessToken(api.services.secret, accessToken, api.clock.now())
    expect(ids).toMatchObject({ userId: actor.userId, sessionId: actor.sessionId })
    await api.client(usersContract, { ...actor, accessToken }).me()
  }
  const open = await api.services.database
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, actor.userId), isNull(sessions.endedAt)))
  expect(open).toHaveLength(1)
  // The token is still valid: no tab rotated it away from the others.
  expect(await refreshTab(actor)).toHaveProperty('accessToken')
})

it('a log-out while 40 tabs refresh leaves none of them logged in', async () => {
  const actor = await api.actor([])
  const bearer = { headers: { authorization: `Bearer ${actor.refreshToken}` } }
  const [, ...refreshed] = await Promise.all([
    api.client(auth).logout({}, bearer),
    ...tabs.map(() => refreshTab(actor).catch(() => null)),
  ])
  for (const item of refreshed)
    if (item)
      await expect(api.client(usersContract, { ...actor, accessToken: item.accessToken }).me()).rejects.toMatchObject({
        status: 401,
      })
  await expect(refreshTab(actor)).rejects.toMatchObject({ status: 401 })
})
