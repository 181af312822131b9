import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { prepareCrowd, statusOf } from '#test/server/concurrent-calls.ts'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { expectRefusal } from '#test/server/refused-calls.ts'
import type { Actor } from '#test/server/test-api.ts'
import type { EnteredRoom } from '../../contract.ts'
import { buildMeeting, meetingRoutes } from '../../factory.ts'
import { peerTimeout } from '../../rules.ts'

const api = prepareTestApi()
const crowd = prepareCrowd(api)

const clientOf = (actor?: Actor) => api.client(meetingRoutes, actor)

const buildScene = async (inMinutes?: number) => {
  const [seller, buyer] = [await api.actor([], { kind: 'COMPANY' }), await api.actor([], { kind: 'COMPANY' })]
  const { id } = await buildMeeting(api.context, {
    seller: seller.userId,
    buyer: buyer.userId,
    ...(inMinutes !== undefined && { inMinutes }),
  })
  const params = { id }
  const { guest } = await clientOf(seller).invite({ params, body: { name: '통역 한결' } })
  const knock = async (leaving = false) => (await clientOf().knock({ body: { token: guest.token, leaving } })).knock
  const enter = () => clientOf().enterAsGuest({ body: { token: guest.token } })
  return { seller, buyer, id, params, guest, knock, enter }
}
const answer = ({ key }: EnteredRoom, guest: string, admit: boolean, seen: 'waiting' | 'refused' = 'waiting') =>
  clientOf().answerKnock({ body: { key, guest, admit, seen } })
const knocksAt = async ({ key }: EnteredRoom) => (await clientOf().exchange({ body: { key, after: 0 } })).knocks
const tokenIn = (words: string) => ({ status: 409, refusal: { fields: { token: expect.stringContaining(words) } } })

// Runs first: the other process uses the real clock, and later tests move this one's forward.
it('admits a guest of one server process from another', { tags: ['deep'], timeout: 60_000 }, async () => {
  const { seller, params, guest, knock } = await buildScene()
  const serving = fileURLToPath(new URL('../../../../../test/processes/serving-process.ts', import.meta.url))
  const secret = new TextDecoder().decode(api.services.secret)
  const child = spawn(process.execPath, [serving, api.database.url, secret], {
    env: { ...process.env, DATA_DIR: api.services.settings.dataDirectory },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [port] = await once(createInterface({ input: child.stdout }), 'line')
    const post = async (path: string) => {
      const answered = await fetch(`http://127.0.0.1:${port}/api/v1/meetings/guests${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: guest.token }),
      })
      return answered.json()
    }
    const inside = await clientOf(seller).enter({ params })
    expect(await post('/knock')).toEqual({ knock: 'waiting' })
    expect(await knocksAt(inside)).toHaveLength(1)
    await answer(inside, guest._id, true)
    expect(await post('/knock')).toEqual({ knock: 'admitted' })
    expect(await post('')).toMatchObject({ peer: { role: 'guest' } })
    expect(await knock()).toBe('admitted')
    const { peers } = await clientOf().exchange({ body: { key: inside.key, after: 0 } })
    expect(peers.map(({ role }) => role)).toEqual(['seller', 'guest'])
  } finally {
    child.kill()
    await once(child, 'exit')
  }
})

describe('a waiting guest', () => {
  it('is listed by name to both companies and staff, and enters once one of them admits it', async () => {
    const { seller, buyer, params, guest, knock, enter } = await buildScene()
    await expect(enter()).rejects.toMatchObject(tokenIn('요청'))
    expect((await clientOf().lookAsGuest({ body: { token: guest.token } })).knock).toBeNull()
    expect(await knock()).toBe('waiting')
    await expect(enter()).rejects.toMatchObject(tokenIn('요청'))
    const staff = await api.actor(['console', 'console:fairs'])
    const inside = await Promise.all([seller, buyer, staff].map((one) => clientOf(one).enter({ params })))
    for (const one of inside) expect(await knocksAt(one)).toEqual([{ _id: guest._id, name: '통역 한결' }])
    expect(await answer(inside[1] as EnteredRoom, guest._id, true)).toEqual({ knock: 'admitted' })
    for (const one of inside) expect(await knocksAt(one)).toEqual([])
    expect(await knock()).toBe('admitted')
    const entered = await enter()
    expect(entered.peer).toMatchObject({ role: 'guest', name: '통역 한결' })
    expect(await knocksAt(entered)).toEqual([])
  })

  it('reenters after a lost connection or a page reload without asking again', async () => {
    const { seller, params, guest, knock, enter } = await buildScene()
    await knock()
    const inside = await clientOf(seller).enter({ params })
    await answer(inside, guest._id, true)
    const { key } = await enter()
    api.clock.forward(2 * peerTimeout)
    await expect(clientOf().exchange({ body: { key, after: 0 } })).resolves.toBeDefined()
    await clientOf().exchange({ body: { key, after: 0, leaving: true } })
    expect((await clientOf().lookAsGuest({ body: { token: guest.token } })).knock).toBe('admitted')
    await expect(enter()).resolves.toMatchObject({ peer: { role: 'guest' } })
    expect(await knocksAt(inside)).toEqual([])
  })

  it('stays refused however often it asks, until a peer who has seen the refusal admits it', async () => {
    const { seller, params, guest, knock, enter } = await buildScene()
    await knock()
    const inside = await clientOf(seller).enter({ params })
    expect(await answer(inside, guest._id, false)).toEqual({ knock: 'refused' })
    expect([await knock(), await knock(true), await knock()]).toEqual(['refused', 'refused', 'refused'])
    expect(await knocksAt(inside)).toEqual([])
    await expect(enter()).rejects.toMatchObject(tokenIn('거절'))
    expect((await clientOf(seller).guests({ params })).guests[0]).toMatchObject({ knock: 'refused' })
    await answer(inside, guest._id, true, 'refused')
    await expect(enter()).resolves.toBeDefined()
  })

  it('is no longer listed after it stops, closes its page, or its link is withdrawn', async () => {
    const { seller, params, guest, knock, enter } = await buildScene()
    const inside = await clientOf(seller).enter({ params })
    await knock()
    expect(await knock(true)).toBeNull()
    expect(await knocksAt(inside)).toEqual([])
    await knock()
    api.clock.forward(peerTimeout + 1000)
    expect(await knocksAt(inside)).toEqual([])
    await knock()
    expect(await knocksAt(inside)).toHaveLength(1)
    await clientOf(seller).withdraw({ params: { ...params, guest: guest._id } })
    expect(await knocksAt(inside)).toEqual([])
    await expect(knock()).rejects.toMatchObject(tokenIn('취소'))
    await expect(enter()).rejects.toMatchObject(tokenIn('취소'))
    await expect(answer(inside, guest._id, true)).rejects.toMatchObject({ status: 409 })
  })

  it('cannot ask before the room opens or with an invalid token', async () => {
    const { knock } = await buildScene(30)
    await expectRefusal(knock(), 409, 'meeting')
    for (const token of ['', 'x.y'])
      await expect(clientOf().knock({ body: { token } })).rejects.toMatchObject({ status: 400 })
  })
})

describe('permission to admit a guest', () => {
  it('belongs to peers of the same room, except guests', async () => {
    const { seller, params, guest, knock, enter } = await buildScene()
    const other = await buildScene()
    await Promise.all([knock(), other.knock()])
    const inside = await clientOf(seller).enter({ params })
    // Rejected: a guest of another room, an invalid key, and a key replaced by a later entry of the same account.
    await expect(answer(inside, other.guest._id, true)).rejects.toMatchObject({ status: 404 })
    await expect(answer({ ...inside, key: `${inside.key}x` }, guest._id, true)).rejects.toMatchObject({ status: 404 })
    const again = await clientOf(seller).enter({ params })
    await expect(answer(inside, guest._id, true)).rejects.toMatchObject({ status: 409 })
    await answer(again, guest._id, true)
    const second = (await clientOf(seller).invite({ params, body: { name: '둘째' } })).guest
    await clientOf().knock({ body: { token: second.token } })
    await expect(answer(await enter(), second._id, true)).rejects.toMatchObject({ status: 403 })
    await expect(clientOf().enterAsGuest({ body: { token: second.token } })).rejects.toMatchObject(tokenIn('요청'))
    // A guest who has not asked cannot be admitted.
    const third = (await clientOf(seller).invite({ params, body: { name: '셋째' } })).guest
    await expect(answer(again, third._id, true)).rejects.toMatchObject({ status: 409 })
  })

  it('writes an audit entry when staff use it', async () => {
    const { id, params, guest, knock } = await buildScene()
    await knock()
    const inside = await clientOf(await api.actor(['console', 'console:fairs'])).enter({ params })
    await answer(inside, guest._id, false)
    const { rows } = await api.services.database.execute<{ action: string }>(
      sql`SELECT action FROM audit WHERE entity = 'matchings' AND entity_id = ${id} ORDER BY id`,
    )
    expect(rows).toEqual([{ action: 'enter' }, { action: 'turn_away' }])
  })
})

describe('concurrent answers to a guest', () => {
  it('admit or refuse the guest once, and the other answers get 409', { tags: ['deep'] }, async () => {
    const { seller, buyer, params, guest, knock } = await buildScene()
    await knock()
    const inside = [await clientOf(seller).enter({ params }), await clientOf(buyer).enter({ params })] as const
    const statuses = await crowd.callConcurrently((index) =>
      statusOf(answer(inside[index % 2 === 0 ? 0 : 1], guest._id, index % 2 === 0), 200),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    for (const status of statuses) expect([200, 409, 503]).toContain(status)
  })

  it('both admit and refuse in a naive version that reads first and updates afterwards (control)', {
    tags: ['deep'],
  }, async () => {
    await crowd.pool.query(`CREATE TABLE naive_knocks (knock text)`)
    await crowd.pool.query(`INSERT INTO naive_knocks VALUES ('waiting')`)
    const answered: boolean[] = []
    await crowd.readThenAct(
      async () => (await crowd.pool.query(`SELECT FROM naive_knocks WHERE knock = 'waiting'`)).rows.length > 0,
      async (isWaiting, index) => {
        if (!isWaiting) return
        const admit = index % 2 === 0
        await crowd.pool.query('UPDATE naive_knocks SET knock = $1', [admit ? 'admitted' : 'refused'])
        answered.push(admit)
      },
    )
    expect(new Set(answered).size).toBe(2)
  })

  it('leave no guest inside when the link is withdrawn during entry', { tags: ['deep'] }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const { seller, params, guest, knock, enter } = await buildScene()
      await knock()
      const inside = await clientOf(seller).enter({ params })
      await answer(inside, guest._id, true)
      const [entered] = await Promise.allSettled([
        enter(),
        clientOf(seller).withdraw({ params: { ...params, guest: guest._id } }),
      ])
      const { peers } = await clientOf().exchange({ body: { key: inside.key, after: 0 } })
      expect(peers.map(({ role }) => role)).toEqual(['seller'])
      if (entered.status === 'fulfilled')
        await expect(clientOf().exchange({ body: { key: entered.value.key, after: 0 } })).rejects.toMatchObject({
          status: 409,
        })
    }
  })
})
