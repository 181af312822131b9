import { beforeEach, expect, it } from 'vitest'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { buildParty, type Party } from '#test/match/build-fair-company.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { buildMatching, buildTimes } from '../../factory.ts'

const api = prepareTestApi()
let fair: Awaited<ReturnType<typeof buildFair>>
let seller: Party
let buyer: Party
beforeEach(async () => {
  fair = await buildFair(api.context)
  seller = await buildParty(api, { role: 'seller', fairId: fair.id })
  buyer = await buildParty(api, { role: 'buyer', fairId: fair.id })
})

it('lists the fairs of a company with its free times and confirmed meetings', async () => {
  const slots = await listOpenSlots(api.context, fair.id)
  const [first, second] = slots
  if (!first || !second) throw new Error('The fair has no slots')
  await buildTimes(api.context, { fairId: fair.id, buyerId: buyer.profile.id, slots: [first.id, second.id] })
  const pair = { fairId: fair.id, sellerId: seller.profile.id, buyerId: buyer.profile.id }
  const { startsAt, endsAt } = first
  await buildMatching(api.context, {
    ...pair,
    state: 'confirmed',
    way: 'online',
    slotId: first.id,
    startsAt,
    endsAt,
    place: 1,
  })
  const { schedules, total } = await buyer.client.schedulesOfFairs({})
  expect([total, schedules]).toMatchObject([
    1,
    [{ fair: { _id: fair.id }, role: 'buyer', freeTimes: 2, meetings: 1, nextAt: startsAt.toISOString() }],
  ])
  expect((await seller.client.schedulesOfFairs({})).schedules).toMatchObject([
    { role: 'seller', freeTimes: 0, meetings: 1 },
  ])
})

it('is empty for an account without a company, and refuses strangers and unknown parameters', async () => {
  const { client } = buyer
  const stranger = await api.request({ url: '/api/v1/me/schedules' })
  expect(stranger.statusCode).toBe(401)
  await expect(client.schedulesOfFairs({ query: { limit: 101 } })).rejects.toMatchObject({ status: 400 })
  const person = await api.actor([])
  const answer = await api.request({
    url: '/api/v1/me/schedules',
    headers: { authorization: `Bearer ${person.accessToken}` },
  })
  expect(answer.json()).toEqual({ schedules: [], total: 0, page: 1, limit: 20 })
})
