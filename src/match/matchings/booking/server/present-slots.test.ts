import { beforeEach, describe, expect, it } from 'vitest'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { buildParty } from '#test/match/build-fair-company.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'

const api = prepareTestApi()

let fairId: string
let slots: string[]
let seller: Party
let buyer: Party

/** Creates a company with a name of its own. */
const createParty = async (role: 'seller' | 'buyer') => {
  const name = `회사 ${api.clock.newId()} ${role}`
  return { ...(await buildParty(api, { role, fairId, profile: { company: { name } } })), name }
}
type Party = Awaited<ReturnType<typeof createParty>>

beforeEach(async () => {
  fairId = (await buildFair(api.context, { tables: 1, rooms: 1 })).id
  slots = (await listOpenSlots(api.context, fairId)).map(({ id }) => id)
  seller = await createParty('seller')
  buyer = await createParty('buyer')
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
const buildMeeting = async (to: Party, by: Party, index: number): Promise<void> => {
  const id = await offered(to, by, index)
  await by.client.confirm({ params: { id }, body: { slot: slot(index) } })
}
const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    ({ status }: { status: number }) => status,
  )

describe('the slots shown before a choice', () => {
  it('tell only the seller whom it meets, and show the place that a meeting would get', async () => {
    const other = await createParty('buyer')
    await setTimes(other, 1)
    await buildMeeting(seller, other, 1)
    await setTimes(buyer, 0, 1)
    const { matching } = await buyer.client.request({ body: { fair: fairId, seller: seller.profile.id } })
    const params = { id: matching._id }

    const { slots: grid } = await seller.client.schedules({ params })
    expect(grid[0]).toMatchObject({ refusal: null, company: null, place: 1, places: 1 })
    expect(grid[1]).toMatchObject({ refusal: 'own_meeting', company: other.name, place: null, places: 0 })
    const schedules = await buyer.client.schedules({ params })
    expect(schedules.slots[1]).toMatchObject({ refusal: 'own_meeting', company: null })
    expect(JSON.stringify(schedules)).not.toContain(other.name)
  })

  it('show a buyer its offers and meetings by name, and other waiting matchings as a number', async () => {
    const [rival, second, third] = [
      await createParty('buyer'),
      await createParty('seller'),
      await createParty('seller'),
    ]
    await setTimes(buyer, 0, 1, 2, 3)
    await setTimes(rival, 1)
    await buildMeeting(second, buyer, 0)
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
