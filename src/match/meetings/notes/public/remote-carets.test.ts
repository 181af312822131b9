// @module-tag deep
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { meetings as contract, type PresentPeer } from '../../contract.ts'
import { buildMeeting } from '../../factory.ts'
import { isCaretInNotes, RemoteCarets } from './remote-carets.ts'
import { SharedNotes } from './shared-notes.ts'

const api = prepareTestApi()

const peer = (values: Partial<PresentPeer>): PresentPeer => ({
  _id: 'other',
  role: 'buyer',
  name: '누리상사',
  caret: null,
  ...values,
})

/** Relative position in a text, in the JSON form that the editor plugin reports. */
const place = () => {
  const text = new Y.Doc().getText('notes')
  text.insert(0, '첫 주문')
  return Y.relativePositionToJSON(Y.createRelativePositionFromTypeIndex(text, 2))
}

describe('carets in the shared notes', () => {
  it('carry the position of an editor to the other peers under the name given by the server', () => {
    const sent: (string | null)[] = []
    const [own, other] = [new RemoteCarets((caret) => void sent.push(caret)), new RemoteCarets(() => undefined)]
    let changes = 0
    other.on('change', () => {
      changes += 1
    })
    const here = place()
    own.setLocalStateField('cursor', { anchor: here, head: here })
    own.setLocalStateField('cursor', null)
    const [caret, gone] = sent
    expect([caret?.length, gone]).toEqual([expect.any(Number), null])
    const peers = [peer({ caret: caret ?? null }), peer({ _id: 'me', caret: caret ?? null })]
    other.update(peers, 'me')
    other.update(peers, 'me')
    expect(changes).toBe(1)
    const [state, ...more] = [...other.getStates().values()]
    expect(more).toEqual([])
    expect(state?.user?.name).toBe('누리상사')
    expect(JSON.parse(JSON.stringify(state?.cursor?.anchor))).toMatchObject({ item: here.item })
    other.update([peer({ _id: 'me' })], 'me')
    expect([other.getStates().size, changes]).toEqual([0, 2])
  })

  it('are sent once per position, however often the editor reports it', () => {
    const sent: (string | null)[] = []
    const carets = new RemoteCarets((caret) => void sent.push(caret))
    const here = place()
    carets.setLocalStateField('cursor', null)
    for (let count = 0; count < 5; count += 1) carets.setLocalStateField('cursor', { anchor: here, head: here })
    expect(sent).toHaveLength(1)
    carets.setLocalStateField('cursor', null)
    carets.setLocalStateField('cursor', { anchor: here, head: here })
    expect(sent).toHaveLength(3)
  })

  it('are hidden when the position is invalid, without affecting other carets', () => {
    const notes = new SharedNotes(() => undefined)
    const words = new Y.XmlText('첫 주문')
    const line = new Y.XmlElement('paragraph')
    line.insert(0, [words])
    notes.fragment.push([line])
    const at = (type: Y.XmlText | Y.XmlElement | Y.XmlFragment | Y.Text, index: number) =>
      Buffer.from(Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(type, index))).toString('base64')
    const isAccepted = (caret: string) => {
      const carets = new RemoteCarets(() => undefined)
      carets.update([peer({ caret }), peer({ _id: 'third', caret: `${at(words, 1)}.${at(words, 2)}` })], 'me')
      const [cursor, third] = [...carets.getStates().values()].map((state) => state.cursor)
      expect(isCaretInNotes(notes, third ?? null)).toBe(true)
      return isCaretInNotes(notes, cursor ?? null)
    }
    for (const one of [at(words, 1), at(words, 4), at(line, 0), at(line, 1), at(notes.fragment, 1)])
      expect(isAccepted(`${one}.${one}`), one).toBe(true)
    const otherNotes = new Y.Doc()
    const [plain, foreign] = [notes.document.getText('notes'), otherNotes.getText('notes')]
    foreign.insert(0, '다른 글')
    for (const one of [
      'Aw==',
      'AAAA',
      'AA',
      '////',
      'x',
      '='.repeat(190),
      at(plain, 0),
      at(foreign, 1),
      // An unknown root type name must not create that type in the document.
      Buffer.from([1, 1, 120, 0]).toString('base64'),
      `${at(words, 1)}AAAA`,
    ])
      expect([isAccepted(`${one}.${one}`), isAccepted(one), isAccepted(`${at(words, 1)}.${one}`)], one).toEqual([
        false,
        false,
        false,
      ])
    expect([...notes.document.share.keys()].sort()).toEqual(['document', 'notes'])
  })

  it('are visible to the peers while writing and never stored in the record', async () => {
    const [seller, buyer] = [await api.actor([], { kind: 'COMPANY' }), await api.actor([], { kind: 'COMPANY' })]
    const { id } = await buildMeeting(api.context, { seller: seller.userId, buyer: buyer.userId })
    const params = { id }
    const client = (actor = seller) => api.client(contract, actor)
    const [sellerEntry, buyerEntry] = [await client().enter({ params }), await client(buyer).enter({ params })]
    const say = (key: string, values: object) => api.client(contract).exchange({ body: { key, after: 0, ...values } })
    const readCaret = async () => (await say(buyerEntry.key, {})).peers.find(({ role }) => role === 'seller')?.caret
    expect(await readCaret()).toBe(null)
    await say(sellerEntry.key, { caret: 'AQID.AQID' })
    expect(await readCaret()).toBe('AQID.AQID')
    await say(sellerEntry.key, { send: [{ kind: 'chat', text: '안녕하세요' }] })
    expect(await readCaret()).toBe('AQID.AQID')
    await say(sellerEntry.key, { caret: null })
    expect(await readCaret()).toBe(null)
    await say(sellerEntry.key, { caret: 'AQID.AQID' })
    await say(sellerEntry.key, { leaving: true })
    await say(sellerEntry.key, {})
    expect(await readCaret()).toBe(null)
    expect(JSON.stringify(await client().record({ params }))).not.toContain('AQID')
    for (const caret of ['a b', '<b>', 'A'.repeat(401), '', 'A.B.C'])
      await expect(say(sellerEntry.key, { caret })).rejects.toMatchObject({ status: 400 })
  })
})
