// @module-tag deep
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { levels } from '#people/levels/table.ts'
import { users } from '#people/users/table.ts'
import { form, pdf } from '#test/files/sample-files.ts'
import { prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import type { Actor } from '#test/server/test-api.ts'
import type { EnteredRoom } from '../contract.ts'
import { admitGuest, buildMeeting, meetingRoutes } from '../factory.ts'
import { companySeats, maxPeers } from '../rules.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)

const clientOf = (actor?: Actor) => api.client(meetingRoutes, actor)
const minutes = (count: number) => count * 60_000

/** Moves the clock forward for logged-in accounts, in steps: a staff session ends after 30 minutes without a call. */
const later = async (count: number, ...actors: Actor[]) => {
  for (let left = count; left > 0; left -= 20) {
    api.clock.forward(minutes(Math.min(left, 20)))
    for (const actor of actors) {
      const headers = { authorization: `Bearer ${actor.refreshToken}` }
      const renewed = await api.request({ url: '/api/auth/accessToken', headers })
      actor.accessToken = renewed.json<{ accessToken: string }>().accessToken
    }
  }
}

const buildScene = async (inMinutes?: number) => {
  const [seller, buyer] = [await api.actor([], { kind: 'COMPANY' }), await api.actor([], { kind: 'COMPANY' })]
  const { id } = await buildMeeting(api.context, {
    seller: seller.userId,
    buyer: buyer.userId,
    ...(inMinutes !== undefined && { inMinutes }),
  })
  const params = { id }
  const invite = async (name: string) => {
    const { guest } = await clientOf(seller).invite({ params, body: { name } })
    await admitGuest(api.context, guest.token)
    return guest.token
  }
  return { seller, buyer, id, params, invite }
}
const poll = ({ key }: Pick<EnteredRoom, 'key'>) => clientOf().exchange({ body: { key, after: 0 } })
const namesAt = async (entered: EnteredRoom) => (await poll(entered)).peers.map(({ role }) => role)
const overIn = (words: string) => ({ status: 409, refusal: { fields: { meeting: expect.stringContaining(words) } } })

describe('accounts and guests in a room', () => {
  it('appear once: entering again ends the earlier connection', async () => {
    const { seller, buyer, params, invite } = await buildScene()
    const watching = await clientOf(buyer).enter({ params })
    const token = await invite('통역 한결')
    const before = [await clientOf(seller).enter({ params }), await clientOf().enterAsGuest({ body: { token } })]
    expect(await namesAt(watching)).toEqual(['buyer', 'seller', 'guest'])
    const after = [await clientOf(seller).enter({ params }), await clientOf().enterAsGuest({ body: { token } })]
    expect(await namesAt(watching)).toEqual(['buyer', 'seller', 'guest'])
    for (const one of before) {
      await expect(poll(one)).rejects.toMatchObject(overIn('다른 창'))
      await expect(clientOf().connect({ body: { key: one.key } })).rejects.toMatchObject(overIn('다른 창'))
    }
    for (const one of after) await expect(poll(one)).resolves.toBeDefined()
    expect(await namesAt(watching)).toEqual(['buyer', 'seller', 'guest'])
  })

  it('appear once even when they enter concurrently while the earlier connection is active', {
    tags: ['deep'],
  }, async () => {
    const { seller, buyer, params } = await buildScene()
    const watching = await clientOf(buyer).enter({ params })
    const first = await clientOf(seller).enter({ params })
    const speaking = Array.from({ length: 20 }, () => statusOf(poll(first), 200))
    const entering = Array.from({ length: 20 }, () => clientOf(seller).enter({ params }))
    const stays = await Promise.all(entering)
    await Promise.all(speaking)
    expect(await namesAt(watching)).toEqual(['buyer', 'seller'])
    const going = await Promise.all([first, ...stays].map((one) => statusOf(poll(one), 200)))
    expect(going.filter((status) => status === 200)).toHaveLength(1)
  })

  it('appear several times in a naive version that reads first and replaces afterwards (control)', {
    tags: ['deep'],
  }, async () => {
    await crowd.pool.query('CREATE TABLE naive_stays (id serial PRIMARY KEY, replaced boolean NOT NULL DEFAULT false)')
    await crowd.readThenAct(
      async () => (await crowd.pool.query<{ id: number }>('SELECT id FROM naive_stays WHERE NOT replaced')).rows,
      async (seen) => {
        await crowd.pool.query('UPDATE naive_stays SET replaced = true WHERE id = ANY ($1)', [seen.map(({ id }) => id)])
        await crowd.pool.query('INSERT INTO naive_stays DEFAULT VALUES')
      },
    )
    const { rows } = await crowd.pool.query('SELECT FROM naive_stays WHERE NOT replaced')
    expect(rows.length).toBeGreaterThan(1)
  })

  it('never take the seats of the two companies, however many guests enter concurrently', {
    tags: ['deep'],
  }, async () => {
    const { seller, buyer, params, invite } = await buildScene()
    const links: string[] = []
    for (let index = 0; index < 12; index += 1) links.push(await invite(`통역 ${index}`))
    const statuses = await Promise.all(
      links.map((token) => statusOf(clientOf().enterAsGuest({ body: { token } }), 201)),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(maxPeers.between - companySeats)
    expect(statuses.filter((status) => status === 409)).toHaveLength(12 - maxPeers.between + companySeats)
    const inside = [await clientOf(seller).enter({ params }), await clientOf(buyer).enter({ params })]
    expect(await namesAt(inside[0] as EnteredRoom)).toHaveLength(maxPeers.between)
  })
})

describe('the connection of a peer', () => {
  it('ends when the account is locked or staff permissions are revoked', async () => {
    const { seller, buyer, params } = await buildScene()
    const staff = await api.actor(['console', 'console:fairs'])
    const [sellerEntry, buyerEntry, staffEntry] = await Promise.all(
      [seller, buyer, staff].map((one) => clientOf(one).enter({ params })),
    )
    for (const one of [sellerEntry, buyerEntry, staffEntry])
      await expect(poll(one as EnteredRoom)).resolves.toBeDefined()
    const { database } = api.services
    await database.update(users).set({ state: 'locked' }).where(eq(users.id, seller.userId))
    const [account] = await database.select().from(users).where(eq(users.id, staff.userId))
    await database
      .update(levels)
      .set({ scopes: ['console'] })
      .where(eq(levels.id, account?.levelId ?? ''))
    for (const one of [sellerEntry, staffEntry]) {
      await expect(poll(one as EnteredRoom)).rejects.toMatchObject(overIn('이 계정'))
      await expect(clientOf().connect({ body: { key: (one as EnteredRoom).key } })).rejects.toMatchObject({
        status: 409,
      })
    }
    await expect(poll(buyerEntry as EnteredRoom)).resolves.toBeDefined()
    await database.update(users).set({ state: 'active' }).where(eq(users.id, seller.userId))
    await expect(poll(sellerEntry as EnteredRoom)).resolves.toBeDefined()
  })

  it('is refused to staff with read permission: they see the opening time but cannot enter, invite or send files', async () => {
    const { seller, params } = await buildScene()
    const inside = await clientOf(seller).enter({ params })
    const reader = await api.actor(['console', 'console:fairs:read'])
    expect((await clientOf(reader).look({ params })).room).toMatchObject({ role: 'operator', door: 'open' })
    expect((await clientOf(reader).guests({ params })).guests).toEqual([])
    const forbidden = { status: 403 }
    await expect(clientOf(reader).enter({ params })).rejects.toMatchObject(forbidden)
    await expect(clientOf(reader).invite({ params, body: { name: '통역 한결' } })).rejects.toMatchObject(forbidden)
    const file = form('file', ['견적.pdf', pdf()])
    await expect(clientOf(reader).attach({ params, form: file })).rejects.toMatchObject(forbidden)
    expect(await namesAt(inside)).toEqual(['seller'])
    // A peer loses its place in the room when its permissions are revoked.
    const staff = await api.actor(['console', 'console:fairs'])
    const stay = await clientOf(staff).enter({ params })
    const { database } = api.services
    const [account] = await database.select().from(users).where(eq(users.id, staff.userId))
    await database
      .update(levels)
      .set({ scopes: ['console', 'console:fairs:read'] })
      .where(eq(levels.id, account?.levelId ?? ''))
    await expect(poll(stay)).rejects.toMatchObject(overIn('이 계정'))
  })

  it('can be resumed after closing time only by a company that was inside', async () => {
    const { seller, buyer, params, invite } = await buildScene()
    const token = await invite('통역 한결')
    const staff = await api.actor(['console', 'console:fairs'])
    for (const one of [seller, staff]) await clientOf(one).enter({ params })
    await clientOf().enterAsGuest({ body: { token } })
    await later(41, seller, buyer, staff)
    const { room } = await clientOf(seller).look({ params })
    expect(room.door).toBe('open')
    await expect(clientOf(seller).enter({ params })).resolves.toMatchObject({ room: { door: 'open' } })
    // The buyer was never inside; staff and guests cannot come back.
    expect((await clientOf(buyer).look({ params })).room.door).toBe('over')
    for (const late of [buyer, staff])
      await expect(clientOf(late).enter({ params })).rejects.toMatchObject(overIn('종료'))
    await expect(clientOf().enterAsGuest({ body: { token } })).rejects.toMatchObject(overIn('종료'))
    await later(55, seller)
    await expect(clientOf(seller).enter({ params })).rejects.toMatchObject(overIn('종료'))
  })
})

describe('the record of a meeting', () => {
  it('returns what was written in the room to its two companies only, also after closing', async () => {
    const { seller, buyer, params, invite } = await buildScene()
    const [sellerEntry, buyerEntry] = [
      await clientOf(seller).enter({ params }),
      await clientOf(buyer).enter({ params }),
    ]
    const guest = await clientOf().enterAsGuest({ body: { token: await invite('통역 한결') } })
    const say = ({ key }: EnteredRoom, send: Parameters<ReturnType<typeof clientOf>['exchange']>[0]['body']['send']) =>
      clientOf().exchange({ body: { key, after: 0, send } })
    await say(sellerEntry, [
      { kind: 'signal', to: buyerEntry.peer._id, description: { type: 'offer', sdp: 'v=0' } },
      { kind: 'notes', update: 'AAA=' },
      { kind: 'chat', text: '견본은 4월에 보냅니다' },
    ])
    await say(guest, [
      { kind: 'chat', text: '통역합니다' },
      { kind: 'show', product: null },
    ])
    await later(200, seller, buyer)
    for (const side of [seller, buyer]) {
      const { messages, more } = await clientOf(side).record({ params })
      expect(messages.map(({ said, from }) => [said.kind, from.role])).toEqual([
        ['notes', 'seller'],
        ['chat', 'seller'],
        ['chat', 'guest'],
      ])
      expect(more).toBe(false)
      const last = messages[1]?.number
      expect((await clientOf(side).record({ params, query: { after: last } })).messages).toHaveLength(1)
    }
    const others = [await api.actor([], { kind: 'COMPANY' }), await api.actor(['console', 'console:fairs'])]
    for (const other of others) await expect(clientOf(other).record({ params })).rejects.toMatchObject({ status: 404 })
    await expect(clientOf().record({ params })).rejects.toMatchObject({ status: 401 })
    await expect(clientOf(seller).record({ params, query: { after: -1 } })).rejects.toMatchObject({ status: 400 })
  })

  it('is paginated at 500 messages', async () => {
    const { seller, params } = await buildScene()
    const { key } = await clientOf(seller).enter({ params })
    for (let part = 0; part < 11; part += 1)
      await clientOf().exchange({
        body: {
          key,
          after: 0,
          send: Array.from({ length: 50 }, (_, at) => ({ kind: 'chat' as const, text: `${part} ${at}` })),
        },
      })
    const first = await clientOf(seller).record({ params })
    expect([first.messages.length, first.more]).toEqual([500, true])
    const rest = await clientOf(seller).record({ params, query: { after: first.messages.at(-1)?.number } })
    expect([rest.messages.length, rest.more]).toEqual([50, false])
  })
})
