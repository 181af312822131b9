import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#test/server/test-api.ts'
import type { EnteredRoom } from '../../contract.ts'
import { admitGuest, buildMeeting, meetingRoutes } from '../../factory.ts'
import { companySeats, maxPeers } from '../../rules.ts'

const key = 'APIdaecheong'
const secret = 'a secret of LiveKit for the tests'
const url = 'wss://livekit.example:7443'
const environment = {
  LIVEKIT_URL: url,
  LIVEKIT_API_KEY: key,
  LIVEKIT_API_SECRET: secret,
  TURN_URL: 'turn:turn.example:3478',
  TURN_SECRET: 'a shared secret of the relay',
}

const company = (api: TestApi) => api.actor([], { kind: 'COMPANY' })

const buildScene = async (api: TestApi, inMinutes?: number) => {
  const [seller, buyer] = [await company(api), await company(api)]
  const { id } = await buildMeeting(api.context, {
    seller: seller.userId,
    buyer: buyer.userId,
    ...(inMinutes !== undefined && { inMinutes }),
  })
  return { id, seller, buyer, params: { id } }
}

interface Grants {
  iss: string
  sub: string
  name: string
  nbf: number
  exp: number
  video: Record<string, unknown> & { room: string }
}

/** Verifies a token as LiveKit does (shared secret, validity period) and returns its claims. */
const grantsOf = async ({ liveKit }: Pick<EnteredRoom, 'liveKit'>, now: Date): Promise<Grants> => {
  const { payload } = await jwtVerify<Grants>(liveKit?.token ?? '', new TextEncoder().encode(secret), {
    algorithms: ['HS256'],
    issuer: key,
    requiredClaims: ['sub', 'nbf', 'exp'],
    currentDate: now,
  })
  return payload
}

describe('a meeting with a LiveKit server configured', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({ environment })
  })
  afterAll(() => api.close())
  const clientOf = (actor?: Parameters<TestApi['client']>[1]) => api.client(meetingRoutes, actor)

  it('returns the LiveKit URL and a token for this peer, and no ICE servers', async () => {
    const { id, seller, params } = await buildScene(api)
    const entered = await clientOf(seller).enter({ params })
    expect(entered.liveKit?.url).toBe(url)
    expect(entered.ice).toEqual([])
    const now = api.clock.now()
    const grants = await grantsOf(entered, now)
    expect(decodeProtectedHeader(entered.liveKit?.token ?? '')).toEqual({ alg: 'HS256', typ: 'JWT' })
    expect(grants).toEqual({
      iss: key,
      sub: entered.peer._id,
      name: entered.peer.name,
      nbf: expect.any(Number),
      exp: grants.nbf + 300,
      video: {
        room: expect.stringMatching(/^[\w-]{43}$/),
        roomJoin: true,
        canSubscribe: true,
        canPublish: true,
        canPublishSources: ['camera', 'microphone', 'screen_share'],
        canPublishData: false,
        canUpdateOwnMetadata: false,
      },
    })
    expect(Math.abs(grants.nbf - now.getTime() / 1000)).toBeLessThan(10)
    expect(JSON.stringify(grants)).not.toContain(id)
  })

  it('issues a token that expires after five minutes and fails verification with another secret', async () => {
    const { seller, params } = await buildScene(api)
    const entered = await clientOf(seller).enter({ params })
    const { nbf } = await grantsOf(entered, api.clock.now())
    const at = (seconds: number) => grantsOf(entered, new Date((nbf + seconds) * 1000))
    await expect(at(299)).resolves.toBeDefined()
    await expect(at(300)).rejects.toThrow(/exp/)
    await expect(at(-1)).rejects.toThrow(/nbf/)
    const other = new TextEncoder().encode('another secret of LiveKit for it')
    await expect(jwtVerify(entered.liveKit?.token ?? '', other)).rejects.toThrow(/signature/)
  })

  it('puts all peers of one meeting into one LiveKit room, and other meetings into others', async () => {
    const [first, second] = [await buildScene(api), await buildScene(api)]
    const { guest } = await clientOf(first.seller).invite({ params: first.params, body: { name: '통역 한결' } })
    await admitGuest(api.context, guest.token)
    const staff = await api.actor(['console', 'console:fairs'])
    const inFirst = await Promise.all([
      clientOf(first.seller).enter({ params: first.params }),
      clientOf(first.buyer).enter({ params: first.params }),
      clientOf(staff).enter({ params: first.params }),
      clientOf().enterAsGuest({ body: { token: guest.token } }),
    ])
    const inSecond = await clientOf(second.seller).enter({ params: second.params })
    const roomOf = async (entered: EnteredRoom) => (await grantsOf(entered, api.clock.now())).video.room
    const rooms = await Promise.all(inFirst.map(roomOf))
    expect(new Set(rooms).size).toBe(1)
    expect(rooms).not.toContain(await roomOf(inSecond))
    const identities = inFirst.map(({ liveKit }) => decodeJwt(liveKit?.token ?? '').sub)
    expect(new Set(identities).size).toBe(4)
    // A company of one meeting cannot enter another one.
    await expect(clientOf(first.seller).enter({ params: second.params })).rejects.toMatchObject({ status: 404 })
  })

  it('issues no token to a stranger, outside the opening time, or for an invalid key', async () => {
    const { params } = await buildScene(api)
    await expect(clientOf(await company(api)).enter({ params })).rejects.toMatchObject({ status: 404 })
    await expect(clientOf().enter({ params })).rejects.toMatchObject({ status: 401 })
    for (const inMinutes of [11, -36]) {
      const closed = await buildScene(api, inMinutes)
      await expect(clientOf(closed.seller).enter({ params: closed.params })).rejects.toMatchObject({ status: 409 })
    }
    for (const word of ['', 'x.y']) {
      await expect(clientOf().enterAsGuest({ body: { token: word } })).rejects.toMatchObject({ status: 400 })
      await expect(clientOf().connect({ body: { key: word } })).rejects.toMatchObject({ status: 404 })
    }
  })

  it('issues new tokens for the same peer until the room is over', async () => {
    const { seller, params } = await buildScene(api)
    const entered = await clientOf(seller).enter({ params })
    const before = await grantsOf(entered, api.clock.now())
    const body = { key: entered.key }
    api.clock.forward(20 * 60_000)
    const again = await grantsOf(await clientOf().connect({ body }), api.clock.now())
    expect(again).toMatchObject({ sub: before.sub, name: before.name, video: before.video })
    expect(again.nbf - before.nbf).toBeGreaterThanOrEqual(1200)
    api.clock.forward(76 * 60_000)
    await expect(clientOf().connect({ body })).rejects.toMatchObject({ status: 409 })
  })

  it('issues no token to a guest whose link was withdrawn', async () => {
    const { seller, params } = await buildScene(api)
    const { guest } = await clientOf(seller).invite({ params, body: { name: '통역 한결' } })
    await admitGuest(api.context, guest.token)
    const { key: stay } = await clientOf().enterAsGuest({ body: { token: guest.token } })
    await expect(clientOf().connect({ body: { key: stay } })).resolves.toMatchObject({ liveKit: { url } })
    await clientOf(seller).withdraw({ params: { ...params, guest: guest._id } })
    await expect(clientOf().connect({ body: { key: stay } })).rejects.toMatchObject({ status: 409 })
  })

  it('admits 20 peers including the two companies, however many guests enter concurrently', {
    tags: ['deep'],
  }, async () => {
    const { seller, buyer, params } = await buildScene(api)
    const links: string[] = []
    for (let index = 0; index < 22; index += 1)
      links.push((await clientOf(seller).invite({ params, body: { name: `통역 ${index}` } })).guest.token)
    for (const token of links) await admitGuest(api.context, token)
    const knocked = await Promise.allSettled(links.map((token) => clientOf().enterAsGuest({ body: { token } })))
    expect(knocked.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxPeers.overServer - companySeats)
    for (const side of [seller, buyer]) await expect(clientOf(side).enter({ params })).resolves.toBeDefined()
  })

  it('lists the connect-src origins without any secret', async () => {
    expect(await clientOf().servers()).toEqual({ connects: [url, 'https://livekit.example:7443'] })
  })
})

describe('a meeting without LiveKit', () => {
  let api: TestApi
  beforeAll(async () => {
    const { TURN_URL, TURN_SECRET } = environment
    api = await createTestApi({ environment: { TURN_URL, TURN_SECRET } })
  })
  afterAll(() => api.close())

  it('returns ICE servers, no token, and no additional connect-src origin', async () => {
    const { seller, params } = await buildScene(api)
    const entered = await api.client(meetingRoutes, seller).enter({ params })
    expect(entered.liveKit).toBeNull()
    expect(entered.ice).toMatchObject([{ urls: [environment.TURN_URL] }])
    expect(await api.client(meetingRoutes).connect({ body: { key: entered.key } })).toEqual({ liveKit: null })
    expect(await api.client(meetingRoutes).servers()).toEqual({ connects: [] })
  })
})
