// @module-tag deep
import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { XmlElement, XmlText } from 'yjs'
import { prepareTestApi } from '#test/server/prepare-test-api.ts'
import { meetings as contract, type EnteredRoom, type MeetingMessage } from '../contract.ts'
import { buildMeeting } from '../factory.ts'
import { toNoteBlocks } from '../notes/public/note-blocks.ts'
import { SharedNotes } from '../notes/public/shared-notes.ts'
import { maxUpdateLength } from '../rules.ts'
import { meetingMessages } from '../table.ts'
import { RoomConnection } from './room-connection.ts'

// Drives the browser's room connection against the real server; lost answers are simulated here.

const api = prepareTestApi()

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Outcomes of the next calls; further calls arrive. */
let outcomes: ('arrives' | 'answer lost')[] = []
let bodies: string[] = []
/** Number of running calls, and the highest number of concurrent ones. */
let calls = { running: 0, most: 0 }
beforeEach(() => {
  outcomes = []
  bodies = []
  calls = { running: 0, most: 0 }
  vi.stubGlobal('document', { documentElement: { lang: 'ko' } })
  vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit) => {
    bodies.push(String(body))
    // Calls of an earlier test count on its own object.
    const own = calls
    own.running += 1
    own.most = Math.max(own.most, own.running)
    const { statusCode, payload } = await api.request({
      method: method as 'POST',
      url,
      headers: Object.fromEntries(new Headers(headers)),
      payload: String(body),
    })
    own.running -= 1
    if (outcomes.shift() === 'answer lost') throw new TypeError('fetch failed')
    return new Response(payload, { status: statusCode, headers: { 'content-type': 'application/json' } })
  })
})
afterEach(() => vi.unstubAllGlobals())

const buildScene = async () => {
  const [seller, buyer] = [await api.actor([], { kind: 'COMPANY' }), await api.actor([], { kind: 'COMPANY' })]
  const { id } = await buildMeeting(api.context, { seller: seller.userId, buyer: buyer.userId })
  const params = { id }
  const enter = (actor: typeof seller) => api.client(contract, actor).enter({ params })
  return { id, seller: await enter(seller), buyer: await enter(buyer) }
}

const lineOf = ({ key }: Pick<EnteredRoom, 'key'>) => {
  const received: { messages: MeetingMessage[]; refused: string[]; ended: string[] } = {
    messages: [],
    refused: [],
    ended: [],
  }
  const line = new RoomConnection(key, 100_000, {
    onMessages: (messages) => void received.messages.push(...messages),
    onPeers: () => undefined,
    onKnocks: () => undefined,
    onLost: () => undefined,
    refused: (reason) => void received.refused.push(reason),
    onEnded: (reason) => void received.ended.push(reason),
  })
  return { line, received: received }
}

const textsOf = (messages: readonly MeetingMessage[]) =>
  messages.flatMap(({ said }) => (said.kind === 'chat' ? said.text : []))
const readMessages = (id: string, kind: 'chat' | 'notes') =>
  api.context.database
    .select()
    .from(meetingMessages)
    .where(and(eq(meetingMessages.matchingId, id), eq(meetingMessages.kind, kind)))
    .orderBy(meetingMessages.number)

describe('messages of a browser', () => {
  it('are stored once, also when the answer is lost or the peer leaves meanwhile', async () => {
    const { id, seller } = await buildScene()
    const { line, received } = lineOf(seller)
    outcomes = ['arrives', 'answer lost', 'answer lost']
    await vi.waitFor(() => expect(bodies).toHaveLength(1))
    line.send({ kind: 'chat', text: '하나' })
    await vi.waitFor(() => expect(textsOf(received.messages)).toEqual(['하나']), 10_000)
    expect(bodies.filter((body) => body.includes('하나'))).toHaveLength(3)
    // In flight while the peer leaves, and sent again with the leave call.
    line.send({ kind: 'chat', text: '둘' })
    line.leave()
    await vi.waitFor(() => expect(bodies.filter((body) => body.includes('둘'))).toHaveLength(2), 10_000)
    await vi.waitFor(async () => {
      const chat = await readMessages(id, 'chat')
      expect(chat.map(({ data }) => data)).toEqual([
        { kind: 'chat', text: '하나' },
        { kind: 'chat', text: '둘' },
      ])
    }, 10_000)
  })

  it('are stored once when sent concurrently with one id, and every time without an id (control)', {
    tags: ['deep'],
  }, async () => {
    const { id, seller } = await buildScene()
    const message = { kind: 'chat' as const, text: '한 번' }
    const send = (one: typeof message & { id?: string }) =>
      Promise.all(
        Array.from({ length: 20 }, () =>
          api.client(contract).exchange({ body: { key: seller.key, after: 0, send: [one] } }),
        ),
      )
    await send({ ...message, id: 'a'.repeat(32) })
    expect(await readMessages(id, 'chat')).toHaveLength(1)
    await send(message)
    expect(await readMessages(id, 'chat')).toHaveLength(21)
  })

  it('are dropped alone when rejected, and the rest of the queue arrives', async () => {
    const { seller } = await buildScene()
    const { line, received } = lineOf(seller)
    line.send({ kind: 'chat', text: '앞' }, { kind: 'chat', text: '' }, { kind: 'chat', text: '뒤' })
    await vi.waitFor(() => expect(textsOf(received.messages)).toEqual(['앞', '뒤']), 10_000)
    expect(received.refused).toHaveLength(1)
    expect(received.ended).toEqual([])
    line.leave()
  })
})

describe('leaving the room', () => {
  it('sends the queue one call at a time in order, and leaves with the last call', async () => {
    const { id, seller } = await buildScene()
    const { line } = lineOf(seller)
    await vi.waitFor(() => expect(calls).toEqual({ running: 0, most: 1 }))
    const piece = 'AAAA'.repeat(maxUpdateLength / 4)
    const pieces = ['BBBB', 'CCCC', 'DDDD', 'EEEE'].map((end) => ({
      kind: 'notes' as const,
      update: piece.slice(4) + end,
    }))
    // Prevents the regular loop from sending them first.
    line.poll = () => undefined
    line.send(...pieces)
    line.leave()
    await vi.waitFor(async () => expect(await readMessages(id, 'notes')).toHaveLength(pieces.length), 10_000)
    expect((await readMessages(id, 'notes')).map(({ data }) => data)).toEqual(pieces)
    expect(calls.most).toBe(1)
    const sent = bodies.slice(1).map((body) => JSON.parse(body) as { leaving: boolean; send: unknown[] })
    expect(sent.map(({ leaving }) => leaving)).toEqual([...sent.slice(1).map(() => false), true])
    expect(Math.max(...bodies.map((body) => body.length))).toBeLessThan(256 * 1024)
  })
})

describe('the caret', () => {
  it('is sent with the next message, or alone after a short delay', async () => {
    const { seller } = await buildScene()
    const { line } = lineOf(seller)
    await vi.waitFor(() => expect(calls).toEqual({ running: 0, most: 1 }))
    const carets = () => bodies.filter((body) => body.includes('"caret"'))
    line.setCaret('AQID.AQID')
    line.send({ kind: 'chat', text: '함께' })
    await vi.waitFor(() => expect(carets()).toHaveLength(1))
    expect(carets()[0]).toContain('함께')
    await pause(600)
    expect(bodies).toHaveLength(2)
    for (const caret of ['AQIE.AQIE', 'AQIF.AQIF', null]) line.setCaret(caret)
    await vi.waitFor(() => expect(carets()).toHaveLength(2))
    expect(bodies).toHaveLength(3)
    expect(carets()[1]).toContain('"caret":null')
    line.leave()
    line.setCaret('AQID.AQID')
    await pause(600)
    expect(bodies).toHaveLength(4)
  })
})

describe('shared notes', () => {
  it('deliver a paste of any size completely, in messages within the size limit', async () => {
    const { id, seller, buyer } = await buildScene()
    const { line, received } = lineOf(seller)
    const notes = new SharedNotes((message) => line.send(message))
    // Three-byte characters, and surrogate pairs that must not be split.
    const pasted = `${'상담 기록 '.repeat(30_000)}${'a😀'.repeat(20_000)}`
    const words = new XmlText(pasted)
    const paragraph = new XmlElement('paragraph')
    paragraph.insert(0, [words])
    notes.fragment.push([paragraph])
    notes.flush()
    const other = lineOf(buyer)
    const reader = new SharedNotes(() => undefined)
    const read = () => toNoteBlocks(reader).flatMap((block) => ('runs' in block ? block.runs : []))
    await vi.waitFor(() => {
      other.line.poll()
      for (const message of other.received.messages.splice(0)) reader.receive(message)
      expect(read()).toHaveLength(1)
    }, 20_000)
    expect(read()[0]?.text === pasted).toBe(true)
    expect([received.refused, received.ended]).toEqual([[], []])
    expect(Math.max(...bodies.map((body) => Buffer.byteLength(body)))).toBeLessThan(256 * 1024)
    expect((await readMessages(id, 'notes')).length).toBeGreaterThan(4)
    line.leave()
    other.line.leave()
  })
})
