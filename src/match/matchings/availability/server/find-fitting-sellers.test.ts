import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { matchProfiles } from '#match/participants/table.ts'
import { buildParty, type Party } from '#test/match/build-fair-company.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { buildMatching, buildTimes } from '../../factory.ts'
import { findFittingSellers } from './find-fitting-sellers.ts'

const api = prepareTestApi()

let fairId: string
let slots: Awaited<ReturnType<typeof listOpenSlots>>
let seller: Party
let buyer: Party
const createParty = (role: 'seller' | 'buyer', name = '구운결') =>
  buildParty(api, { role, fairId, profile: { company: { name } } })

beforeEach(async () => {
  fairId = (await buildFair(api.context, { tables: 1, rooms: 1 })).id
  slots = await listOpenSlots(api.context, fairId)
  seller = await createParty('seller')
  buyer = await createParty('buyer')
})

it('shows sellers in the buyer’s fields, with their busy slots but not whom they meet', async () => {
  const other = await createParty('buyer', '다른 구매사')
  const [, at] = slots
  if (!at) throw new Error('The fair has no such slot')
  await buildTimes(api.context, { fairId, buyerId: other.profileId })
  await buildMatching(api.context, {
    ...{ fairId, sellerId: seller.profileId, buyerId: other.profileId, state: 'confirmed', way: 'online', place: 1 },
    ...{ slotId: at.id, startsAt: at.startsAt, endsAt: at.endsAt },
  })
  const foreign = await buildProfile(api.context, { role: 'seller', categories: ['paper'] })
  await buildParticipation(api.context, { fairId, profileId: foreign.id })
  const waits = await buildProfile(api.context, { role: 'seller' })
  await buildParticipation(api.context, { fairId, profileId: waits.id, state: 'submitted' })

  const schedule = await buyer.client.schedule({ params: { fair: fairId } })
  expect(schedule.sellers).toEqual([{ _id: seller.profile.id, name: '구운결', busy: [1] }])
  expect(JSON.stringify(schedule)).not.toContain(other.profile.id)
  expect(JSON.stringify(schedule)).not.toContain('다른 구매사')
})

it("shows every seller for a buyer without interests, except the buyer's own company", async () => {
  await api.services.database.update(matchProfiles).set({ interests: [] }).where(eq(matchProfiles.id, buyer.profile.id))
  const paper = await buildProfile(api.context, { role: 'seller', categories: ['paper'] })
  const { companyId } = buyer.profile
  const own = await buildProfile(api.context, { role: 'seller', userId: buyer.actor.userId, companyId })
  for (const { id } of [paper, own]) await buildParticipation(api.context, { fairId, profileId: id })
  const { sellers } = await buyer.client.schedule({ params: { fair: fairId } })
  expect(sellers.map(({ _id }) => _id).toSorted()).toEqual([seller.profile.id, paper.id].toSorted())
})

it('reads the sellers in one statement, whatever the number of sellers and slots', async () => {
  for (let index = 0; index < 3; index += 1) await createParty('seller')
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

it('marks slots as past if they begin too soon to be offered', async () => {
  await api.services.database.execute(sql`
    UPDATE fair_slots SET starts_at = now() + interval '20 minutes', ends_at = now() + interval '50 minutes' WHERE id = ${slots[0]?.id}`)
  const { slots: grid } = await buyer.client.schedule({ params: { fair: fairId } })
  expect(grid.slice(0, 2).map(({ past }) => past)).toEqual([true, false])
})
