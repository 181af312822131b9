import { describe, expect, it } from 'vitest'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { buildTimes } from '#match/matchings/factory.ts'
import { board } from '#match/matchings/schedule-board/contract.ts'
import { form, pdf } from '#test/files/sample-files.ts'
import { buildParty } from '#test/match/build-fair-company.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import type { EnteredRoom } from '../contract.ts'
import { meetingRoutes } from '../factory.ts'

const api = prepareTestApi()

const clientOf = (actor?: Actor) => api.client(meetingRoutes, actor)
const minute = 60_000
const spanIn = (minutes: number) => ({
  startAt: new Date(api.context.now().getTime() + minutes * minute).toISOString(),
  endAt: new Date(api.context.now().getTime() + (minutes + 30) * minute).toISOString(),
})

/** Builds a meeting that starts in five minutes, in a fair with another slot one hour later. */
const buildScene = async () => {
  const sessions = [spanIn(5), spanIn(65)] as const
  const fair = await buildFair(api.context, {
    startsAt: sessions[0].startAt,
    endsAt: sessions[1].endAt,
    sessions: [...sessions],
    slotMinutes: 30,
  })
  const [now, later] = await listOpenSlots(api.context, fair.id)
  if (!now || !later) throw new Error('The fair has two slots')
  const seller = await buildParty(api, { role: 'seller', fairId: fair.id })
  const buyer = await buildParty(api, { role: 'buyer', fairId: fair.id })
  await buildTimes(api.context, { fairId: fair.id, buyerId: buyer.profileId })
  const request = await buyer.client.request({ body: { fair: fair.id, seller: seller.profileId } })
  const params = { id: request.matching._id }
  const desk = api.client(board, await api.actor(['console', 'console:fairs']))
  let { updatedAt } = request.matching
  const place = async (slot: string) => {
    updatedAt = (await desk.place({ params, body: { slot, updatedAt } })).placed.updatedAt
  }
  await place(now.id)
  return { seller: seller.actor, buyer: buyer.actor, params, moveAway: () => place(later.id) }
}

const poll = ({ key }: Pick<EnteredRoom, 'key'>) => clientOf().exchange({ body: { key, after: 0 } })
const refusedFor = (words: string) => ({
  status: 409,
  refusal: { fields: { meeting: expect.stringContaining(words) } },
})
describe('a meeting that is moved while its room is open', () => {
  it('has no room until its new time, and then only for peers that enter again', async () => {
    const { seller, buyer, params, moveAway } = await buildScene()
    const { guest } = await clientOf(seller).invite({ params, body: { name: '통역 한결' } })
    const body = { token: guest.token }
    const inside = await clientOf(seller).enter({ params })
    await clientOf().knock({ body })
    await clientOf().answerKnock({ body: { key: inside.key, guest: guest._id, admit: true, seen: 'waiting' } })
    const came = await clientOf().enterAsGuest({ body })
    await expect(poll(came)).resolves.toMatchObject({ peers: [{ role: 'seller' }, { role: 'guest' }] })

    await moveAway()
    for (const stay of [inside, came]) {
      await expect(poll(stay)).rejects.toMatchObject(refusedFor('10분 전'))
      await expect(clientOf().connect({ body: { key: stay.key } })).rejects.toMatchObject(refusedFor('10분 전'))
    }
    await expect(clientOf(seller).attach({ params, form: form('file', ['견적.pdf', pdf()]) })).rejects.toMatchObject({
      status: 409,
      refusal: { fields: { file: expect.stringContaining('입장한 상태') } },
    })
    expect((await clientOf(seller).look({ params })).room.door).toBe('early')

    api.clock.forward(56 * minute)
    for (const one of [seller, buyer]) {
      const renewed = await api.request({
        url: '/api/auth/accessToken',
        headers: { authorization: `Bearer ${one.refreshToken}` },
      })
      one.accessToken = renewed.json<{ accessToken: string }>().accessToken
    }
    // Peers of the former time are out, and admitted guests must be admitted again.
    for (const stay of [inside, came]) await expect(poll(stay)).rejects.toMatchObject(refusedFor('종료'))
    expect((await clientOf().lookAsGuest({ body })).knock).toBeNull()
    const unasked = { status: 409, refusal: { fields: { token: expect.stringContaining('요청') } } }
    await expect(clientOf().enterAsGuest({ body })).rejects.toMatchObject(unasked)
    expect((await clientOf().knock({ body })).knock).toBe('waiting')
    await expect(clientOf().enterAsGuest({ body })).rejects.toMatchObject(unasked)
    const again = await clientOf(buyer).enter({ params })
    expect((await poll(again)).peers.map(({ role }) => role)).toEqual(['buyer'])
    await clientOf().answerKnock({ body: { key: again.key, guest: guest._id, admit: true, seen: 'waiting' } })
    await expect(clientOf().enterAsGuest({ body })).resolves.toMatchObject({ peer: { role: 'guest' } })
    await expect(clientOf(seller).enter({ params })).resolves.toMatchObject({ peer: { role: 'seller' } })
  })
})
