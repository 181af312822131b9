import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { buildFair } from '#match/fairs/factory.ts'
import { fairs } from '#match/fairs/table.ts'
import { buildMatching, buildTimes } from '#match/matchings/factory.ts'
import { products } from '#match/products/contract.ts'
import { buildEntry } from '#match/programmes/factory.ts'
import { buildCompany } from '#people/companies/factory.ts'
import { outbox } from '#people/messages/table.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { listenToEvents } from '#test/server/record-notifications.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import { waitForLock } from '#test/server/wait-for-lock.ts'
import { participants as contract } from '../contract.ts'
import { reviews } from '../contract-review.ts'
import { buildParticipation, buildProfile } from '../factory.ts'
import { participations } from '../table.ts'

const api = prepareTestApi()

const company = async () => {
  const actor = await api.actor([], { kind: 'COMPANY', email: `${api.context.newId()}@example.com` })
  const record = await buildCompany(api.context, { userId: actor.userId })
  return { actor, record, client: api.client(contract, actor) }
}
const staff = async () => api.client({ ...contract, ...reviews }, await api.actor(['console', 'console:fairs']))

it('lets only companies on the programme list join as sellers', async () => {
  const { client, record, actor } = await company()
  const refused = client.join({ body: { role: 'seller' } })
  await expectRefusal(refused, 409, 'role')
  await buildEntry(api.context, { businessNumber: record.businessNumber })
  const { introduction } = await client.join({ body: { role: 'seller', categories: ['tableware'] } })
  expect(introduction).toMatchObject({ role: 'seller', company: record.name, categories: ['tableware'] })
  await expect(client.join({ body: { role: 'seller' } })).rejects.toMatchObject({ status: 409 })

  const goods = api.client(products, actor)
  const body = { name: { ko: '결 찻잔' }, category: 'tableware' as const, year: 2025, certificate: 'award' as const }
  const { product } = await goods.create({ body })
  const changed = await goods.update({
    params: { id: product._id },
    body: { size: '80 mm', updatedAt: product.updatedAt },
  })
  expect(changed.product.size).toBe('80 mm')
  const other = api.client(products, (await company()).actor)
  await expect(other.get({ params: { id: product._id } })).rejects.toMatchObject({ status: 404 })
  await expect(other.create({ body })).rejects.toMatchObject({ status: 409 })
  await goods.remove({ params: { id: product._id } })
})

it('admits a buyer to a fair after staff asked for more and then approved', async () => {
  const fair = await buildFair(api.context, { phase: 'applying' })
  const { client, actor } = await company()
  await expect(client.takePart({ body: { fair: fair.id, role: 'buyer' } })).rejects.toMatchObject({ status: 409 })
  await expectRefusal(
    client.join({ body: { role: 'buyer', buyerType: 'online', areaCity: '', interests: [] } }),
    400,
    'areaCity',
    'interests',
  )
  await client.join({ body: { role: 'buyer', buyerType: 'online', areaCity: '서울특별시', interests: ['tableware'] } })
  const { fair: application } = await client.takePart({ body: { fair: fair.id, role: 'buyer', note: '편집숍 3곳' } })
  expect(application).toMatchObject({ state: 'submitted', freeTimes: 0, openRequests: 0 })
  await expect(client.takePart({ body: { fair: fair.id, role: 'buyer' } })).rejects.toMatchObject({ status: 409 })

  const desk = await staff()
  const ids = [application._id]
  await expect(desk.decide({ body: { ids, state: 'asked' } })).rejects.toMatchObject({ status: 400 })
  expect((await desk.decide({ body: { ids, state: 'asked', reason: '매장 사진이 필요합니다.' } })).decided).toEqual(ids)
  expect((await client.myFairs()).fairs).toMatchObject([
    { state: 'asked', reason: '매장 사진이 필요합니다.', fair: { opens: true } },
  ])
  await client.takePart({ body: { fair: fair.id, role: 'buyer', note: '사진을 첨부했습니다.' } })
  expect((await desk.list({ query: { fair: fair.id, state: 'submitted' } })).total).toBe(1)
  expect((await desk.get({ params: { id: application._id } })).participation.note).toBe('사진을 첨부했습니다.')
  expect((await desk.decide({ body: { ids, state: 'approved' } })).decided).toEqual(ids)
  expect((await desk.decide({ body: { ids, state: 'approved' } })).passed).toEqual(ids)
  const mails = await api.services.database.select().from(outbox).where(eq(outbox.channel, 'mail'))
  expect(mails.filter(({ html }) => html.includes('매장 사진'))).toHaveLength(1)
  await expect(api.client(reviews, actor).list()).rejects.toMatchObject({ status: 403 })
})

it('rejects applications outside the phases of a fair', async () => {
  const { client } = await company()
  await client.join({ body: { role: 'buyer', buyerType: 'offline', areaCity: 'Berlin', interests: ['food'] } })
  const over = await buildFair(api.context, { phase: 'expired' })
  const late = client.takePart({ body: { fair: over.id, role: 'buyer' } })
  await expectRefusal(late, 409, 'fair')
  const draft = await buildFair(api.context, { phase: 'draft' })
  await expect(client.takePart({ body: { fair: draft.id, role: 'buyer' } })).rejects.toMatchObject({ status: 404 })
})

it('updates only a profile of the caller, and only with its current version', async () => {
  const { client, actor, record } = await company()
  const profile = await buildProfile(api.context, { userId: actor.userId, companyId: record.id, role: 'buyer' })
  const params = { id: profile.id }
  const { introduction } = await client.changeIntroduction({
    params,
    body: { contactName: '한결', updatedAt: profile.updatedAt.toISOString() },
  })
  expect(introduction.contactName).toBe('한결')
  const stale = client.changeIntroduction({
    params,
    body: { contactName: '', updatedAt: profile.updatedAt.toISOString() },
  })
  await expect(stale).rejects.toMatchObject({ status: 412 })
  const other = (await company()).client.changeIntroduction({ params, body: { updatedAt: introduction.updatedAt } })
  await expect(other).rejects.toMatchObject({ status: 404 })
})

it('does not let a company leave a fair while it has an open matching', async () => {
  const fair = await buildFair(api.context)
  const { client, actor, record } = await company()
  const buyer = await buildProfile(api.context, { userId: actor.userId, companyId: record.id, role: 'buyer' })
  const seller = await buildProfile(api.context)
  const { id } = await buildParticipation(api.context, { fairId: fair.id, profileId: buyer.id })
  await buildParticipation(api.context, { fairId: fair.id, profileId: seller.id })
  await buildTimes(api.context, { fairId: fair.id, buyerId: buyer.id })
  await buildMatching(api.context, { fairId: fair.id, sellerId: seller.id, buyerId: buyer.id })
  await expect(client.leave({ params: { id } })).rejects.toMatchObject({ status: 409 })
  const other = await buildFair(api.context)
  const { id: free } = await buildParticipation(api.context, { fairId: other.id, profileId: buyer.id })
  const listener = await listenToEvents(api.database)
  await client.leave({ params: { id: free } })
  // One event for the company's open pages and the staff screens.
  expect((await listener.lines()).map((line) => JSON.parse(line))).toMatchObject([
    { topic: 'participations', id: free, users: [actor.userId], scope: 'console:fairs' },
  ])
  await listener.close()
  expect((await client.myFairs()).fairs.find(({ _id }) => _id === free)?.state).toBe('withdrawn')
})

describe('a buyer who was asked for more', () => {
  const setUp = async () => {
    const fair = await buildFair(api.context, { phase: 'applying' })
    const { client } = await company()
    await client.join({
      body: { role: 'buyer', buyerType: 'online', areaCity: '서울특별시', interests: ['tableware'] },
    })
    const apply = () => client.takePart({ body: { fair: fair.id, role: 'buyer' } })
    const ids = [(await apply()).fair._id]
    await (await staff()).decide({ body: { ids, state: 'asked', reason: '매장 사진이 필요합니다.' } })
    return { fair, client, apply }
  }
  const change = (id: string, fields: Partial<typeof fairs.$inferInsert>) =>
    api.services.database.update(fairs).set(fields).where(eq(fairs.id, id))

  it('can answer after the application deadline until the fair is over', async () => {
    const { fair, client, apply } = await setUp()
    await change(fair.id, { buyersUntil: new Date(api.context.now().getTime() - 1000) })
    const other = await company()
    await other.client.join({
      body: { role: 'buyer', buyerType: 'online', areaCity: '서울특별시', interests: ['tableware'] },
    })
    const late = { status: 409, refusal: { fields: { fair: expect.any(String) } } }
    await expect(other.client.takePart({ body: { fair: fair.id, role: 'buyer' } })).rejects.toMatchObject(late)
    await change(fair.id, { phase: 'expired' })
    expect((await client.myFairs()).fairs).toMatchObject([{ fair: { opens: false } }])
    await expect(apply()).rejects.toMatchObject(late)
    await change(fair.id, { phase: 'ongoing' })
    expect((await client.myFairs()).fairs).toMatchObject([{ fair: { opens: true } }])
    expect((await apply()).fair).toMatchObject({ state: 'submitted', fair: { opens: false } })
  })

  /** Runs `act` while another transaction ends the fair, so that `act` has to wait for it. */
  const whileEnding = async (fairId: string, act: () => Promise<unknown>) => {
    const gate = Promise.withResolvers<void>()
    const changed = Promise.withResolvers<void>()
    const ended = api.services.database.transaction(async (within) => {
      await within.update(fairs).set({ phase: 'expired' }).where(eq(fairs.id, fairId))
      changed.resolve()
      await gate.promise
    })
    await changed.promise
    const acted = act().catch((error) => error)
    await waitForLock(api.services.database)
    gate.resolve()
    await ended
    return acted
  }
  const stateIn = async (fairId: string) =>
    (await api.services.database.select().from(participations).where(eq(participations.fairId, fairId)))[0]?.state

  it('cannot answer if the fair ends concurrently', async () => {
    const { fair, apply } = await setUp()
    expect(await whileEnding(fair.id, apply)).toMatchObject({ status: 409 })
    expect(await stateIn(fair.id)).toBe('asked')
  })

  it('can answer in a naive version that reads the fair first (control)', async () => {
    const { fair } = await setUp()
    await whileEnding(fair.id, async () => {
      const [read] = await api.services.database.select().from(fairs).where(eq(fairs.id, fair.id))
      await api.services.database.transaction(async (within) => {
        await within.execute(sql`SELECT FROM fairs WHERE id = ${fair.id} FOR KEY SHARE`)
        if (read?.phase !== 'expired')
          await within.update(participations).set({ state: 'submitted' }).where(eq(participations.fairId, fair.id))
        await within.execute(sql`SELECT FROM fairs WHERE id = ${fair.id} FOR SHARE`)
      })
    })
    expect(await stateIn(fair.id)).toBe('submitted')
  })
})
