import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { matchProfiles, type ProfileRow } from '#match/participants/table.ts'
import { type Actor, createTestApi, type TestApi } from '#test/api.ts'
import { findFittingSellers } from '../../availability/server/find-fitting-sellers.ts'
import { matchings as contract } from '../../contract.ts'

// The scheduling dialog shows, before a choice, when sellers are free and the result of an offer or a confirmation.

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

interface Party {
  actor: Actor
  profile: ProfileRow
  name: string
  client: ReturnType<typeof clientOf>
}
const clientOf = (actor: Actor) => api.client(contract, actor)

let fairId: string
let slots: string[]
let seller: Party
let buyer: Party

let made = 0
const party = async (role: 'seller' | 'buyer'): Promise<Party> => {
  made += 1
  const name = `회사 ${made} ${role}`
  const actor = await api.actor([], { kind: 'COMPANY' })
  const profile = await buildProfile(api.context, { role, userId: actor.userId, company: { name } })
  await buildParticipation(api.context, { fairId, profileId: profile.id })
  return { actor, profile, name, client: clientOf(actor) }
}

beforeEach(async () => {
  fairId = (await buildFair(api.context, { tables: 1, rooms: 1 })).id
  slots = (await listOpenSlots(api.context, fairId)).map(({ id }) => id)
  seller = await party('seller')
  buyer = await party('buyer')
})

const slot = (index: number) => slots[index] ?? ''
const setTimes = ({ client }: Party, ...indexes: number[]) =>
  client.setTimes({
    params: { fair: fairId },
    body: { times: indexes.map((index) => ({ slot: slot(index), way: 'online' })) },
  })
/** Requests a matching between the two and offers these slots. */
const offered = async (to: Party, by: Party, ...indexes: number[]): Promise<string> => {
  const { matching } = await by.client.request({ body: { fair: fairId, seller: to.profile.id } })
  await to.client.offer({ params: { id: matching._id }, body: { slots: indexes.map(slot) } })
  return matching._id
}
const met = async (to: Party, by: Party, index: number): Promise<void> => {
  const id = await offered(to, by, index)
  await by.client.confirm({ params: { id }, body: { slot: slot(index) } })
}
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    ({ status }: { status: number }) => status,
  )

describe('the sellers shown to a buyer who draws times', () => {
  it('are those in the buyer’s fields, with their busy slots but not with whom they meet', async () => {
    const other = await party('buyer')
    await setTimes(other, 0, 1)
    await met(seller, other, 1)
    const foreign = await buildProfile(api.context, { role: 'seller', categories: ['paper'] })
    await buildParticipation(api.context, { fairId, profileId: foreign.id })
    const waits = await buildProfile(api.context, { role: 'seller' })
    await buildParticipation(api.context, { fairId, profileId: waits.id, state: 'submitted' })

    const schedule = await buyer.client.schedule({ params: { fair: fairId } })
    expect(schedule.sellers).toEqual([{ _id: seller.profile.id, name: seller.name, busy: [1] }])
    expect(JSON.stringify(schedule)).not.toContain(other.profile.id)
    expect(JSON.stringify(schedule)).not.toContain(other.name)
  })

  it("include every seller for a buyer without interests, except the buyer's own company", async () => {
    await api.services.database
      .update(matchProfiles)
      .set({ interests: [] })
      .where(eq(matchProfiles.id, buyer.profile.id))
    const paper = await buildProfile(api.context, { role: 'seller', categories: ['paper'] })
    const { companyId } = buyer.profile
    const own = await buildProfile(api.context, { role: 'seller', userId: buyer.actor.userId, companyId })
    for (const { id } of [paper, own]) await buildParticipation(api.context, { fairId, profileId: id })
    const { sellers } = await buyer.client.schedule({ params: { fair: fairId } })
    expect(sellers.map(({ _id }) => _id).toSorted()).toEqual([seller.profile.id, paper.id].toSorted())
  })

  it('are read in one statement, whatever the number of sellers and slots', async () => {
    for (let index = 0; index < 3; index += 1) await party('seller')
    let statements = 0
    const { database } = api.context
    const counting = new Proxy(database, {
      get: (target, key, receiver) => {
        if (key === 'execute') statements += 1
        return Reflect.get(target, key, receiver)
      },
    })
    const context = Object.create(api.context, { database: { value: counting } })
    expect(await findFittingSellers(context, fairId, buyer.profile)).toHaveLength(4)
    expect(statements).toBe(1)
  })

  it('come with slots marked as past if they begin too soon to be offered', async () => {
    await api.services.database.execute(sql`
      UPDATE fair_slots SET starts_at = now() + interval '20 minutes', ends_at = now() + interval '50 minutes' WHERE id = ${slot(0)}`)
    const { slots: grid } = await buyer.client.schedule({ params: { fair: fairId } })
    expect(grid.slice(0, 2).map(({ past }) => past)).toEqual([true, false])
  })
})

describe('the slots shown before a choice', () => {
  it('tell only the seller whom it meets, and show the place that a meeting would get', async () => {
    const other = await party('buyer')
    await setTimes(other, 1)
    await met(seller, other, 1)
    await setTimes(buyer, 0, 1)
    const { matching } = await buyer.client.request({ body: { fair: fairId, seller: seller.profile.id } })
    const params = { id: matching._id }

    const { slots: grid } = await seller.client.schedules({ params })
    expect(grid[0]).toMatchObject({ refusal: null, company: null, place: 1, places: 1 })
    expect(grid[1]).toMatchObject({ refusal: 'own_meeting', company: other.name, place: null, places: 0 })
    const seen = await buyer.client.schedules({ params })
    expect(seen.slots[1]).toMatchObject({ refusal: 'own_meeting', company: null })
    expect(JSON.stringify(seen)).not.toContain(other.name)
  })

  it('show a buyer its offers and meetings by name, and other waiting matchings as a number', async () => {
    const [rival, second, third] = [await party('buyer'), await party('seller'), await party('seller')]
    await setTimes(buyer, 0, 1, 2, 3)
    await setTimes(rival, 1)
    await met(second, buyer, 0)
    await offered(third, buyer, 3)
    await offered(seller, rival, 1)
    const id = await offered(seller, buyer, 1, 2)

    const { slots: day } = await buyer.client.choices({ params: { id } })
    expect(day.slice(0, 4)).toMatchObject([
      { offered: null, meeting: second.name, meetingPlace: null, other: null, waiting: 0 },
      { offered: 'online', meeting: null, other: null, waiting: 1, place: 1 },
      { offered: 'online', meeting: null, other: null, waiting: 0, place: 1 },
      { offered: null, meeting: null, other: third.name, waiting: 0 },
    ])
    expect(JSON.stringify(day)).not.toContain(rival.name)
    expect(await statusOf(seller.client.choices({ params: { id } }))).toBe(403)
    expect(await statusOf(rival.client.choices({ params: { id } }))).toBe(404)
    expect(await statusOf(buyer.client.choices({ params: { id: 'x' } }))).toBe(400)
  })
})
