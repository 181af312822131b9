import { beforeAll, expect, it } from 'vitest'
import { buildTerms } from '#people/terms/factory.ts'
import { buildUser } from '#people/users/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, sentBy } from '#test/server/test-api.ts'
import { consents as contract } from '../contract.ts'
import type { ConsentSubject } from '../rules.ts'
import { consents } from '../table.ts'

// Consent counts of the versions in force: the aggregate must match a count account by account.

const api = prepareTestApi()
let staff: Actor
beforeAll(async () => {
  staff = await api.actor(['console', 'console:terms', 'console:users'], { rank: 90 })
})

it('counts only members, each once, by their latest decision', async () => {
  const createVersion = async (code: string, daysAgo: number) =>
    (
      await buildTerms(api.context, {
        code,
        title: { ko: code },
        body: { ko: '<p>글</p>' },
        effectiveAt: new Date(api.clock.now().getTime() - daysAgo * 24 * 3_600_000).toISOString(),
      })
    ).id
  const [old, required] = [await createVersion('privacy', 20), await createVersion('privacy', 10)]
  const [earlier, optional] = [await createVersion('marketing', 20), await createVersion('marketing', 10)]
  let minute = 0
  const recordDecision = (userId: string, subject: ConsentSubject, termsId: string, given = true) => {
    minute += 1
    const at = new Date(api.clock.now().getTime() - 5 * 24 * 3_600_000 + minute * 60_000)
    const line = { id: api.context.newId(), userId, subject, termsId, given, how: 'me' as const, at }
    return api.context.database.insert(consents).values(line)
  }
  const [twice, once, never] = [
    await buildUser(api.context),
    await buildUser(api.context),
    await buildUser(api.context),
  ]
  await buildUser(api.context, { state: 'withdrawn' })
  for (const given of [true, false, true]) await recordDecision(twice.id, 'terms:marketing', optional, given)
  await recordDecision(once.id, 'terms:marketing', earlier)
  await recordDecision(never.id, 'terms:marketing', earlier)
  await recordDecision(never.id, 'terms:marketing', earlier, false)
  await recordDecision(twice.id, 'terms:privacy', required)
  await recordDecision(twice.id, 'terms:privacy', required)
  await recordDecision(once.id, 'terms:privacy', old)
  // Consents of staff are not counted, whether given or missing.
  await recordDecision(staff.userId, 'terms:privacy', required)
  await recordDecision(staff.userId, 'terms:marketing', earlier)

  const { agreements } = await api.client(contract, staff).agreements()
  const counted = agreements.map(({ code, agreed, lacking }) => ({ code, agreed, lacking }))
  expect(counted).toEqual([
    { code: 'privacy', agreed: 1, lacking: 2 },
    { code: 'marketing', agreed: 1, lacking: 1 },
  ])
  for (const { _id, lacking } of agreements) {
    const found = await api.request(sentBy(staff, { method: 'GET', url: `/api/console/users?lacks=${_id}` }))
    expect([found.json().total, found.json().users.length]).toEqual([lacking, lacking])
  }
  await expect(api.client(contract, null).agreements()).rejects.toMatchObject({ status: 401 })
  await expect(api.client(contract, await api.actor(['console'])).agreements()).rejects.toMatchObject({ status: 403 })
})
