import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildLevel } from '#people/levels/factory.ts'
import { outbox } from '#people/messages/table.ts'
import { buildTwoStep } from '#people/two-step/factory.ts'
import { twoSteps } from '#people/two-step/table.ts'
import { prepareCrowd } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, allScopes } from '#test/server/test-api.ts'
import { members } from '../contract-members.ts'
import { buildUser } from '../factory.ts'
import { users } from '../table.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)
let owner: Actor
let ownerLevel: string
beforeAll(async () => {
  ownerLevel = (await buildLevel(api.context, { key: 'owner', rank: 100, scopes: allScopes(api.kernel) })).id
  owner = await api.actor([], { levelId: ownerLevel })
})

const createRefusal = (field: string, status: number) => ({
  status,
  refusal: { fields: { [field]: expect.any(String) } },
})

describe('an owner who lost the second step', () => {
  const reason = '휴대전화를 분실했습니다'

  it('is reset by another owner, notified and logged, but not by a non-owner of equal rank or by themselves', async () => {
    const lost = await buildUser(api.context, { levelId: ownerLevel, email: 'lost.owner@mail.example' })
    await buildTwoStep(api.context, lost.id)
    const resetSecondStep = (id: string, actor: Actor) =>
      api.client(members, actor).resetSecondStep({ params: { id }, body: { reason } })
    const secondOwnerLevel = await buildLevel(api.context, { rank: 100, scopes: allScopes(api.kernel) })
    const other = await api.actor([], { levelId: secondOwnerLevel.id })
    await expect(resetSecondStep(lost.id, other)).rejects.toMatchObject({ status: 403 })
    await buildTwoStep(api.context, owner.userId)
    await expect(resetSecondStep(owner.userId, owner)).rejects.toMatchObject({ status: 403 })
    expect((await api.client(members, other).get({ params: { id: lost.id } })).user.secondStep.mayReset).toBe(false)

    expect((await api.client(members, owner).get({ params: { id: lost.id } })).user.secondStep.mayReset).toBe(true)
    const { user } = await resetSecondStep(lost.id, owner)
    expect(user.secondStep.since).toBeNull()
    const [mail] = await api.services.database
      .select()
      .from(outbox)
      .where(eq(outbox.recipient, lost.email ?? ''))
    expect(mail?.subject).toContain('초기화')
    expect(user.log[0]).toMatchObject({ action: 'reset_second_step', reason })
    const { database } = api.services
    await database.delete(twoSteps)
    const { id: member } = await buildLevel(api.context, { rank: 1 })
    await database.update(users).set({ levelId: member }).where(eq(users.id, lost.id))
  })
})

describe('the last owner', () => {
  it('cannot be locked, demoted or ended', async () => {
    const { id: member } = await buildLevel(api.context, { rank: 1 })
    const second = await buildUser(api.context, { levelId: ownerLevel })
    const client = api.client(members, owner)
    const { user } = await client.get({ params: { id: owner.userId } })
    expect(user.isLastOwner).toBe(false)
    await client.lock({ params: { id: second.id }, body: { reason: '휴직으로 잠금' } })
    const last = await client.get({ params: { id: owner.userId } })
    expect(last.user.isLastOwner).toBe(true)
    await expect(
      client.update({ params: { id: owner.userId }, body: { levelId: member, updatedAt: last.user.updatedAt } }),
    ).rejects.toMatchObject(createRefusal('levelId', 409))
    const { database } = api.services
    await expect(database.update(users).set({ state: 'locked' }).where(eq(users.id, owner.userId))).rejects.toThrow()
    await database.update(users).set({ levelId: member, state: 'active' }).where(eq(users.id, second.id))
  })

  it('remains when all owners demote each other concurrently; a naive read-then-write leaves none', {
    tags: ['deep'],
  }, async () => {
    const { database } = api.services
    const { id: member } = await buildLevel(api.context, { rank: 1 })
    const others = await Promise.all(Array.from({ length: 7 }, () => api.actor([], { levelId: ownerLevel })))
    const all = [owner, ...others]
    const stamps = await database
      .select()
      .from(users)
      .where(
        inArray(
          users.id,
          all.map(({ userId }) => userId),
        ),
      )
    const demoteNext = (caller: number) => {
      const target = all[(caller + 1) % all.length]?.userId ?? ''
      const updatedAt = stamps.find(({ id }) => id === target)?.updatedAt.toISOString() ?? ''
      return api.client(members, all[caller]).update({ params: { id: target }, body: { levelId: member, updatedAt } })
    }
    await Promise.allSettled(all.map((_, caller) => demoteNext(caller)))
    expect(await database.$count(users, sql`level_id = ${ownerLevel} AND state = 'active'`)).toBeGreaterThan(0)

    await database.execute(
      sql`CREATE TABLE naive_owners AS SELECT number AS id, true AS owner FROM generate_series(0, 63) AS number`,
    )
    await crowd.readThenAct(
      (caller) => crowd.pool.query('SELECT count(*)::int AS left FROM naive_owners WHERE owner AND id <> $1', [caller]),
      async ({ rows }, caller) => {
        if (rows[0].left > 0) await crowd.pool.query('UPDATE naive_owners SET owner = false WHERE id = $1', [caller])
      },
    )
    const { rows } = await crowd.pool.query('SELECT count(*)::int AS left FROM naive_owners WHERE owner')
    expect(rows[0].left).toBe(0)
    await database.execute(sql`DROP TABLE naive_owners`)
  })

  it('remains after 64 concurrent statements in the database that each demote another', {
    tags: ['deep'],
  }, async () => {
    const { database } = api.services
    const { id: member } = await buildLevel(api.context, { rank: 1 })
    await database.execute(sql`UPDATE users SET level_id = ${member} WHERE level_id = ${ownerLevel}
      AND id <> (SELECT id FROM users WHERE level_id = ${ownerLevel} AND state = 'active' LIMIT 1)`)
    for (let count = 0; count < 63; count += 1) await buildUser(api.context, { levelId: ownerLevel })
    const rows = await database.select({ id: users.id }).from(users).where(eq(users.levelId, ownerLevel))
    await crowd.callConcurrently((caller) =>
      crowd.pool
        .query('UPDATE users SET level_id = $1 WHERE id = $2', [member, rows[caller]?.id])
        .catch((error: { constraint?: string }) => expect(error.constraint).toBe('users_last_owner')),
    )
    expect(await database.$count(users, eq(users.levelId, ownerLevel))).toBe(1)
  })
})
