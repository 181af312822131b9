import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { createTestApi, type TestApi } from '#test/api.ts'
import { meetings as contract, type PeerHere } from './contract.ts'
import { buildMeeting } from './factory.ts'
import { Carets } from './public/carets.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

const peer = (values: Partial<PeerHere>): PeerHere => ({
  _id: 'other',
  role: 'buyer',
  name: '누리상사',
  caret: null,
  ...values,
})

/** A place in a text, as the editor's plugin tells of one. */
const place = () => {
  const text = new Y.Doc().getText('notes')
  text.insert(0, '첫 주문')
  return Y.relativePositionToJSON(Y.createRelativePositionFromTypeIndex(text, 2))
}

describe('a caret', () => {
  it('comes from one editor to the others as the place that it is, under the name that the server gives', () => {
    const said: (string | null)[] = []
    const [own, other] = [new Carets((caret) => void said.push(caret)), new Carets(() => undefined)]
    let changes = 0
    other.on('change', () => {
      changes += 1
    })
    const here = place()
    own.setLocalStateField('cursor', { anchor: here, head: here })
    own.setLocalStateField('cursor', null)
    const [caret, gone] = said
    expect([caret?.length, gone]).toEqual([expect.any(Number), null])
    const peers = [peer({ caret: caret ?? null }), peer({ _id: 'me', caret: caret ?? null })]
    other.see(peers, 'me')
    other.see(peers, 'me')
    expect(changes).toBe(1)
    const [state, ...more] = [...other.getStates().values()]
    expect(more).toEqual([])
    expect(state?.user?.name).toBe('누리상사')
    expect(JSON.parse(JSON.stringify(state?.cursor?.anchor))).toMatchObject({ item: here.item })
    other.see([peer({ _id: 'me' })], 'me')
    expect([other.getStates().size, changes]).toEqual([0, 2])
  })

  it('that is no place is shown nowhere', () => {
    const carets = new Carets(() => undefined)
    for (const caret of ['AAAA.', 'AAAA', '////.////', 'x.y', '='.repeat(400)]) {
      carets.see([peer({ caret })], 'me')
      for (const { cursor } of carets.getStates().values()) expect([null, expect.anything()]).toContainEqual(cursor)
    }
  })

  it('is told to those in the room while one writes, and is in no record', async () => {
    const [seller, buyer] = [await api.actor([], { kind: 'COMPANY' }), await api.actor([], { kind: 'COMPANY' })]
    const { id } = await buildMeeting(api.context, { seller: seller.userId, buyer: buyer.userId })
    const params = { id }
    const client = (actor = seller) => api.client(contract, actor)
    const [sells, buys] = [await client().enter({ params }), await client(buyer).enter({ params })]
    const say = (key: string, values: object) => api.client(contract).exchange({ body: { key, after: 0, ...values } })
    const seen = async () => (await say(buys.key, {})).peers.find(({ role }) => role === 'seller')?.caret
    expect(await seen()).toBe(null)
    await say(sells.key, { caret: 'AQID.AQID' })
    expect(await seen()).toBe('AQID.AQID')
    await say(sells.key, { send: [{ kind: 'chat', text: '안녕하세요' }] })
    expect(await seen()).toBe('AQID.AQID')
    await say(sells.key, { caret: null })
    expect(await seen()).toBe(null)
    await say(sells.key, { caret: 'AQID.AQID' })
    await say(sells.key, { leaving: true })
    await say(sells.key, {})
    expect(await seen()).toBe(null)
    expect(JSON.stringify(await client().record({ params }))).not.toContain('AQID')
    for (const caret of ['a b', '<b>', 'A'.repeat(401), '', 'A.B.C'])
      await expect(say(sells.key, { caret })).rejects.toMatchObject({ status: 400 })
  })
})
