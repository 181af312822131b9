import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { Context, publicScope } from '#kit/server/context.ts'
import { buildUser } from '#people/users/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { type Actor, allScopes } from '#test/server/test-api.ts'
import { levels as contract } from '../contract.ts'
import { buildLevel, levelInput } from '../factory.ts'
import { levels } from '../table.ts'
import { levelHandlers } from './handle-levels.ts'

const api = prepareTestApi()
/** `owner` has the highest rank and all permissions; `levelKeeper` may manage lower levels and has few. */
let owner: Actor
let levelKeeper: Actor
let ownerLevel: string
beforeAll(async () => {
  ownerLevel = (await buildLevel(api.context, { key: 'owner', rank: 100, scopes: allScopes(api.kernel) })).id
  owner = await api.actor([], { levelId: ownerLevel })
  levelKeeper = await api.actor(['console', 'console:levels', 'console:users', 'console:popups:read'], { rank: 60 })
})

const client = (actor: Actor) => api.client(contract, actor)
const createRefusal = (field: string, status = 400) => ({
  status,
  refusal: { fields: { [field]: expect.any(String) } },
})

describe('levels', () => {
  it('are created, renamed, ordered and removed with the permission', async () => {
    const { level } = await client(owner).create({ body: levelInput({ scopes: ['console', 'console:popups:write'] }) })
    // Write includes read, and both are stored.
    expect(level.scopes).toEqual(['console', 'console:popups:read', 'console:popups:write'])
    const { level: changed } = await client(owner).update({
      params: { id: level._id },
      body: { title: { ko: '다른 이름', en: 'Other', cn: '其他' }, rank: 33, updatedAt: level.updatedAt },
    })
    expect(changed).toMatchObject({ rank: 33, members: 0, mayChange: true })
    await expect(
      client(owner).update({ params: { id: level._id }, body: { rank: 34, updatedAt: level.updatedAt } }),
    ).rejects.toMatchObject({ status: 412 })
    const { levels: all } = await client(owner).list({ query: { sort: '-rank' } })
    expect(all.map(({ rank }) => rank)).toEqual(all.map(({ rank }) => rank).toSorted((a, b) => b - a))
    await client(owner).remove({ params: { id: level._id } })
    await expect(client(owner).get({ params: { id: level._id } })).rejects.toMatchObject({ status: 404 })
  })

  it('list the sections and which permissions the caller may grant', async () => {
    const { sections } = await client(levelKeeper).sections()
    const findSection = (name: string) => sections.find(({ section }) => section === `console:${name}`)
    expect(findSection('popups')).toMatchObject({ acts: ['read', 'write'], mine: ['read'] })
    expect(findSection('upload')?.acts).toEqual(['write'])
    expect(findSection('users')?.mine).toEqual(['read', 'write'])
  })

  it('grant and remove only permissions that the caller holds', async () => {
    const low = await buildLevel(api.context, { rank: 20, scopes: ['console', 'console:boards'] })
    const changeScopes = (scopes: string[]) =>
      client(levelKeeper).update({
        params: { id: low.id },
        body: { scopes: scopes as never, updatedAt: low.updatedAt.toISOString() },
      })
    const ownScopes = ['console', 'console:boards:read', 'console:boards:write']
    await expect(changeScopes([...ownScopes, 'console:popups:write'])).rejects.toMatchObject(createRefusal('scopes'))
    await expect(changeScopes(['console'])).rejects.toMatchObject(createRefusal('scopes'))
    await expect(changeScopes([...ownScopes, 'console:nothing:read'])).rejects.toMatchObject(createRefusal('scopes'))
    await expect(changeScopes(['member'])).rejects.toMatchObject({ status: 400 })
    expect((await changeScopes([...ownScopes, 'console:popups:read'])).level.scopes).toContain('console:popups:read')
    await expect(client(levelKeeper).create({ body: levelInput({ rank: 61 }) })).rejects.toMatchObject(
      createRefusal('rank'),
    )
  })

  it('of the same or a higher rank cannot be changed, and owner permissions are fixed', async () => {
    const sameRankLevel = await buildLevel(api.context, { rank: 60 })
    for (const { id, updatedAt } of [
      sameRankLevel,
      ...(await api.services.database.select().from(levels).where(eq(levels.id, ownerLevel))),
    ])
      await expect(
        client(levelKeeper).update({
          params: { id },
          body: { title: { ko: '나의 것' }, updatedAt: updatedAt.toISOString() },
        }),
      ).rejects.toMatchObject({ status: 403 })
    await expect(client(levelKeeper).remove({ params: { id: sameRankLevel.id } })).rejects.toMatchObject({
      status: 403,
    })
    const { level } = await client(owner).get({ params: { id: ownerLevel } })
    await expect(
      client(owner).update({ params: { id: ownerLevel }, body: { scopes: ['console'], updatedAt: level.updatedAt } }),
    ).rejects.toMatchObject({ status: 403 })
    await expect(client(owner).remove({ params: { id: ownerLevel } })).rejects.toMatchObject({ status: 409 })
    await expect(api.services.database.delete(levels).where(eq(levels.id, ownerLevel))).rejects.toThrow()
  })

  it('with members cannot be removed, and one per kind is the default for new members', async () => {
    const [first, second] = [await buildLevel(api.context, { forPersons: true }), await buildLevel(api.context)]
    await buildUser(api.context, { levelId: second.id })
    await expect(client(owner).remove({ params: { id: second.id } })).rejects.toMatchObject({ status: 409 })
    await client(owner).update({
      params: { id: second.id },
      body: { forPersons: true, updatedAt: second.updatedAt.toISOString() },
    })
    const rows = await api.services.database
      .select()
      .from(levels)
      .where(inArray(levels.id, [first.id, second.id]))
    expect(Object.fromEntries(rows.map(({ id, forPersons }) => [id, forPersons]))).toEqual({
      [first.id]: false,
      [second.id]: true,
    })
    await expect(client(owner).remove({ params: { id: second.id } })).rejects.toMatchObject({ status: 409 })
    const { level } = await client(owner).get({ params: { id: second.id } })
    await expect(
      client(owner).update({ params: { id: second.id }, body: { scopes: ['console'], updatedAt: level.updatedAt } }),
    ).rejects.toMatchObject(createRefusal('forPersons'))
  })

  it('of the same or a higher rank keep their default for new members, and a change is logged', async () => {
    const { database } = api.services
    await database.update(levels).set({ forCompanies: false })
    const high = await buildLevel(api.context, { rank: 60, forCompanies: true })
    const low = await buildLevel(api.context, { rank: 5 })
    const assignLevel = (level: { id: string; updatedAt: Date }, actor: Actor) =>
      client(actor).update({
        params: { id: level.id },
        body: { forCompanies: true, updatedAt: level.updatedAt.toISOString() },
      })
    await expect(assignLevel(low, levelKeeper)).rejects.toMatchObject({ status: 403 })
    await expect(client(levelKeeper).create({ body: levelInput({ forCompanies: true }) })).rejects.toMatchObject({
      status: 403,
    })
    const listDefaultLevels = () => database.select({ id: levels.id }).from(levels).where(eq(levels.forCompanies, true))
    expect(await listDefaultLevels()).toEqual([{ id: high.id }])
    await assignLevel(low, owner)
    expect(await listDefaultLevels()).toEqual([{ id: low.id }])
    const { rows } = await database.execute(sql`SELECT action, before, after FROM audit WHERE entity_id = ${high.id}`)
    expect(rows).toMatchObject([{ action: 'update', before: { forCompanies: true }, after: { forCompanies: false } }])
  })

  it('are granted by what the caller holds at the update, not at the request', async () => {
    const { database } = api.services
    const now = api.context.now()
    const level = await buildLevel(api.context, { rank: 60, scopes: ['console', 'console:levels', 'console:popups'] })
    const giver = await buildUser(api.context, { levelId: level.id })
    const within = await buildLevel(api.context, { rank: 10, scopes: ['console'] })
    // Principal as authenticated at the start of the request.
    const principal = {
      ...{ userId: giver.id, sessionId: giver.id, username: giver.username, name: giver.name, level: level.key },
      ...{ rank: level.rank, scopes: level.scopes, needsTwoStep: false, needsTerms: false },
    }
    const createStaleContext = () => new Context(api.services, { ...publicScope('ko'), principal })
    const wanted = ['console', 'console:popups:read'] as const
    const create = (body: object) =>
      levelHandlers.create(createStaleContext(), { body: levelInput({ scopes: [...wanted], ...body }) } as never)
    const update = (body: object) =>
      levelHandlers.update(createStaleContext(), { params: { id: within.id }, body, stamp: within.updatedAt } as never)
    await database
      .update(levels)
      .set({ scopes: ['console', 'console:levels:write'], updatedAt: now })
      .where(eq(levels.id, level.id))
    await expect(create({ rank: 20 })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(update({ scopes: [...wanted] })).rejects.toMatchObject({ code: 'forbidden' })
    await database.update(levels).set({ scopes: level.scopes, rank: 15 }).where(eq(levels.id, level.id))
    await expect(create({ rank: 20 })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(update({ rank: 20 })).rejects.toMatchObject({ code: 'forbidden' })
    // With the permissions restored the same principal succeeds.
    await database.update(levels).set({ rank: 60 }).where(eq(levels.id, level.id))
    await create({ rank: 20 })
    await update({ scopes: [...wanted], rank: 20 })
    const [row] = await database.select().from(levels).where(eq(levels.id, within.id))
    expect(row).toMatchObject({ rank: 20, scopes: [...wanted] })
  })
})
