import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import type { EnteredRoom, OutgoingMessage } from '../contract.ts'
import { admitGuest, buildMeeting, meetingRoutes } from '../factory.ts'
import { entryStateOf } from '../rules.ts'
import { meetingMessages, meetingPeers } from '../table.ts'
import { sweepMeetings } from './delete-old-meeting-data.ts'

const api = prepareTestApi()

const clientOf = (actor?: Actor) => api.client(meetingRoutes, actor)

const buildScene = async (inMinutes?: number) => {
  const [seller, buyer] = [await api.actor([], { kind: 'COMPANY' }), await api.actor([], { kind: 'COMPANY' })]
  const { id } = await buildMeeting(api.context, {
    seller: seller.userId,
    buyer: buyer.userId,
    ...(inMinutes !== undefined && { inMinutes }),
  })
  return { seller, buyer, id, params: { id } }
}

const speaker = ({ key }: Pick<EnteredRoom, 'key'>) => {
  let after = 0
  return async (...send: OutgoingMessage[]) => {
    const answer = await clientOf().exchange({ body: { key, after, send } })
    after = answer.messages.at(-1)?.number ?? after
    return answer
  }
}

describe('entry to a meeting', () => {
  it('opens 10 minutes before the start and closes 5 minutes after the end', () => {
    const meeting = { startsAt: new Date('2027-03-10T01:00:00Z'), endsAt: new Date('2027-03-10T01:30:00Z') }
    const at = (time: string) => entryStateOf(meeting, new Date(`2027-03-10T${time}Z`))
    expect([at('00:49:59'), at('00:50:00'), at('01:34:59'), at('01:35:00')]).toEqual(['early', 'open', 'open', 'over'])
  })

  it('is granted to both companies and staff, but not to a stranger (404)', async () => {
    const { seller, buyer, params } = await buildScene()
    const staff = await api.actor(['console', 'console:fairs'])
    const entered = await Promise.all([seller, buyer, staff].map((actor) => clientOf(actor).enter({ params })))
    expect(entered.map(({ peer }) => peer.role)).toEqual(['seller', 'buyer', 'operator'])
    const stranger = clientOf(await api.actor([], { kind: 'COMPANY' }))
    await expect(stranger.look({ params })).rejects.toMatchObject({ status: 404 })
    await expect(stranger.enter({ params })).rejects.toMatchObject({ status: 404 })
    await expect(stranger.invite({ params, body: { name: '통역' } })).rejects.toMatchObject({ status: 404 })
  })

  it('is refused before the opening time that the room states', async () => {
    const { seller, params } = await buildScene(30)
    const { room } = await clientOf(seller).look({ params })
    expect(room.door).toBe('early')
    expect(Date.parse(room.startAt) - Date.parse(room.opensAt)).toBe(600_000)
    await expect(clientOf(seller).enter({ params })).rejects.toMatchObject({
      status: 409,
      refusal: { fields: { meeting: expect.stringContaining('10분 전') } },
    })
  })

  it('is granted to a guest with a valid link only', async () => {
    const { seller, params } = await buildScene()
    const { guest } = await clientOf(seller).invite({ params, body: { name: '통역 한결' } })
    await admitGuest(api.context, guest.token)
    const { peer } = await clientOf().enterAsGuest({ body: { token: guest.token } })
    expect(peer).toMatchObject({ role: 'guest', name: '통역 한결' })
    const other = `${guest.token.slice(0, -2)}aa`
    for (const token of [other, '', 'x.y'])
      await expect(clientOf().enterAsGuest({ body: { token } })).rejects.toMatchObject({ status: 400 })
  })

  it('ends for a guest when the side that created the link withdraws it', async () => {
    const { seller, buyer, params } = await buildScene()
    const { guest } = await clientOf(seller).invite({ params, body: { name: '통역 한결' } })
    await admitGuest(api.context, guest.token)
    const { key } = await clientOf().enterAsGuest({ body: { token: guest.token } })
    const link = { params: { ...params, guest: guest._id } }
    await expect(clientOf(buyer).withdraw(link)).rejects.toMatchObject({ status: 404 })
    expect((await clientOf(buyer).guests({ params })).guests).toEqual([])
    expect((await clientOf(seller).guests({ params })).guests).toMatchObject([{ name: '통역 한결', closedAt: null }])

    const closed = await Promise.all([clientOf(seller).withdraw(link), clientOf(seller).withdraw(link)])
    expect(closed[0].guest.closedAt).toBe(closed[1].guest.closedAt)
    const gone = { status: 409, refusal: { fields: { token: expect.stringContaining('취소') } } }
    await expect(clientOf().lookAsGuest({ body: { token: guest.token } })).rejects.toMatchObject(gone)
    await expect(clientOf().enterAsGuest({ body: { token: guest.token } })).rejects.toMatchObject(gone)
    await expect(clientOf().exchange({ body: { key, after: 0 } })).rejects.toMatchObject({
      status: 409,
      refusal: { fields: { meeting: expect.stringContaining('취소') } },
    })
    const inside = await clientOf(seller).enter({ params })
    expect((await speaker(inside)()).peers.map(({ role }) => role)).toEqual(['seller'])
  })

  it('writes an audit entry when staff enter', async () => {
    const { id, params } = await buildScene()
    await clientOf(await api.actor(['console', 'console:fairs'])).enter({ params })
    const { rows } = await api.services.database.execute<{ action: string }>(
      sql`SELECT action FROM audit WHERE entity = 'matchings' AND entity_id = ${id}`,
    )
    expect(rows).toEqual([{ action: 'enter' }])
  })
})

describe('room messages', () => {
  it('deliver signals to one peer and everything else to all in one order, including peers that enter later', async () => {
    const { seller, buyer, params } = await buildScene()
    const [first, second] = [await clientOf(seller).enter({ params }), await clientOf(buyer).enter({ params })]
    const { guest } = await clientOf(seller).invite({ params, body: { name: '통역' } })
    await admitGuest(api.context, guest.token)
    const third = await clientOf().enterAsGuest({ body: { token: guest.token } })
    const [sayAsSeller, sayAsBuyer, sayAsGuest] = [speaker(first), speaker(second), speaker(third)]
    await sayAsSeller(
      { kind: 'signal', to: second.peer._id, description: { type: 'offer', sdp: 'v=0' } },
      { kind: 'notes', update: 'AAA=' },
      { kind: 'chat', text: '안녕하세요' },
    )
    const kinds = ({ messages }: Awaited<ReturnType<typeof sayAsBuyer>>) => messages.map(({ said }) => said.kind)
    expect(kinds(await sayAsBuyer())).toEqual(['signal', 'notes', 'chat'])
    expect(kinds(await sayAsGuest())).toEqual(['notes', 'chat'])
    expect(kinds(await sayAsBuyer())).toEqual([])
    const again = await clientOf(buyer).enter({ params })
    expect(kinds(await speaker(again)())).toEqual(['notes', 'chat'])
  })

  it('are delivered exactly once while both sides send concurrently', { tags: ['deep'] }, async () => {
    const { seller, buyer, params } = await buildScene()
    const speakers = [await clientOf(seller).enter({ params }), await clientOf(buyer).enter({ params })].map(speaker)
    const texts: string[] = []
    await Promise.all(
      speakers.map(async (say, index) => {
        for (let count = 0; count < 20; count += 1) {
          const { messages } = await say({ kind: 'chat', text: `${index} ${count}` })
          if (index === 0) texts.push(...messages.map(({ said }) => (said.kind === 'chat' ? said.text : '')))
        }
      }),
    )
    const rest = await speakers[0]?.()
    texts.push(...(rest?.messages.map(({ said }) => (said.kind === 'chat' ? said.text : '')) ?? []))
    expect(texts).toHaveLength(40)
    expect(new Set(texts).size).toBe(40)
  })

  it('are refused for an invalid key and deleted after the retention period', async () => {
    const { seller, params } = await buildScene()
    const { key } = await clientOf(seller).enter({ params })
    await expect(clientOf().exchange({ body: { key: `${key}x`, after: 0 } })).rejects.toMatchObject({ status: 404 })
    const left = await clientOf().exchange({ body: { key, after: 0, leaving: true } })
    expect(left.peers).toEqual([])
    const late = new Date(api.context.now().getTime() + 400 * 86_400_000)
    await sweepMeetings(Object.assign(Object.create(api.context), { now: () => late }))
    expect(await api.services.database.$count(meetingPeers)).toBe(0)
    expect(await api.services.database.$count(meetingMessages)).toBe(0)
  })
})
