import { describe, expect, it } from 'vitest'
import { buildFair, listOpenSlots } from '#match/fairs/factory.ts'
import { admitGuest, meetingRoutes } from '#match/meetings/factory.ts'
import { buildParticipation, buildProfile } from '#match/participants/factory.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import { matchings } from '../../contract.ts'
import { buildMatching, buildTimes } from '../../factory.ts'
import { board } from '../../schedule-board/contract.ts'

const api = prepareTestApi()

const clientOf = (actor?: Actor) => api.client(meetingRoutes, actor)
const minutes = (count: number) => count * 60_000

describe('a held plan', () => {
  it('neither opens nor closes a meeting room and does not reveal the new time to guests', async () => {
    const [seller, buyer] = [await api.actor([], { kind: 'COMPANY' }), await api.actor([], { kind: 'COMPANY' })]
    const startAt = new Date(api.context.now().getTime() + minutes(5))
    const session = { startAt: startAt.toISOString(), endAt: new Date(startAt.getTime() + minutes(60)).toISOString() }
    const fair = await buildFair(api.context, {
      startsAt: session.startAt,
      endsAt: session.endAt,
      sessions: [session],
      slotMinutes: 30,
    })
    const [now, later] = await listOpenSlots(api.context, fair.id)
    if (!now || !later) throw new Error('The fair has two slots')
    const sellerProfile = await buildProfile(api.context, { role: 'seller', userId: seller.userId })
    const buyerProfile = await buildProfile(api.context, { role: 'buyer', userId: buyer.userId })
    for (const { id } of [sellerProfile, buyerProfile])
      await buildParticipation(api.context, { fairId: fair.id, profileId: id })
    await buildTimes(api.context, { fairId: fair.id, buyerId: buyerProfile.id, way: 'online', slots: [now.id] })
    await buildTimes(api.context, { fairId: fair.id, buyerId: buyerProfile.id, way: 'offline', slots: [later.id] })
    const { id } = await buildMatching(api.context, {
      fairId: fair.id,
      sellerId: sellerProfile.id,
      buyerId: buyerProfile.id,
      state: 'confirmed',
      way: 'online',
      slotId: now.id,
      startsAt: now.startsAt,
      endsAt: now.endsAt,
      place: 1,
    })
    const params = { id }
    const { guest } = await clientOf(seller).invite({ params, body: { name: '통역 한결' } })
    const inside = [await clientOf(seller).enter({ params }), await clientOf(buyer).enter({ params })]

    const desk = api.client({ ...matchings, ...board }, await api.actor(['console', 'console:fairs']))
    await desk.hold({ params: { id: fair.id } })
    const { matching } = await desk.get({ params })
    await desk.place({
      params,
      body: { slot: later.id, place: null, reason: '행사장 사정', updatedAt: matching.updatedAt },
    })
    expect((await desk.get({ params })).matching.meeting).toMatchObject({ way: 'offline', slot: later.id })

    for (const { key } of inside) {
      const { peers } = await clientOf().exchange({ body: { key, after: 0 } })
      expect(peers.map(({ role }) => role)).toEqual(['seller', 'buyer'])
    }
    const { room } = await clientOf().lookAsGuest({ body: { token: guest.token } })
    expect(room).toMatchObject({ startAt: session.startAt, door: 'open' })
    await admitGuest(api.context, guest.token)
    await expect(clientOf().enterAsGuest({ body: { token: guest.token } })).resolves.toMatchObject({
      room: { startAt: session.startAt },
    })
    // Staff enter the room at the time that the companies see.
    const staff = await api.actor(['console', 'console:fairs'])
    await expect(clientOf(staff).enter({ params })).resolves.toMatchObject({ room: { startAt: session.startAt } })
  })
})
