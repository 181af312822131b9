import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { type MeetingMessage, OutgoingMessage, type Peer } from '../../contract.ts'
import { maxListDepth, maxUpdateLength } from '../../rules.ts'
import { toNoteBlocks } from './note-blocks.ts'
import { SharedNotes } from './shared-notes.ts'

const peer = (_id: string): Peer => ({ _id, role: 'seller', name: _id })
const message = (content: OutgoingMessage, from = 'first') => ({ said: content, from: peer(from) }) as MeetingMessage

/** Two editors of one document; `exchangeUpdates` delivers to each what the other has sent. */
const twoWriters = () => {
  const sent: OutgoingMessage[][] = [[], []]
  const writers = sent.map((own) => new SharedNotes((one) => void own.push(one)))
  const exchangeUpdates = () => {
    for (const writer of writers) writer.flush()
    for (const [index, own] of sent.entries())
      for (const one of own.splice(0)) writers[1 - index]?.receive(message(one, String(index)))
  }
  const [first, second] = writers
  if (!first || !second) throw new Error('There are two')
  return { first, second, exchangeUpdates: exchangeUpdates, sent: sent }
}

/** Appends a line as the editor does and returns its text for further edits. */
const addLine = ({ fragment }: SharedNotes, text: string, name = 'paragraph'): Y.XmlText => {
  const line = new Y.XmlElement(name)
  const words = new Y.XmlText(text)
  line.insert(0, [words])
  fragment.push([line])
  return words
}
const linesOf = (notes: SharedNotes): string[] =>
  toNoteBlocks(notes).map((block) => ('runs' in block ? block.runs.map(({ text }) => text).join('') : block.kind))

describe('notes with two writers', () => {
  it('merge the text of both, also in the same line concurrently', () => {
    const { first, second, exchangeUpdates } = twoWriters()
    const own = addLine(first, '첫 주문')
    exchangeUpdates()
    const line = second.fragment.get(0) as Y.XmlElement
    const theirs = line.get(0) as Y.XmlText
    own.insert(own.length, ' 80점.')
    theirs.insert(0, '합의: ')
    addLine(second, '견본 두 점')
    exchangeUpdates()
    exchangeUpdates()
    for (const one of [first, second]) expect(linesOf(one)).toEqual(['합의: 첫 주문 80점.', '견본 두 점'])
  })

  it('transfer a large paste completely in valid messages, and the text typed after it', () => {
    const { first, second, exchangeUpdates, sent } = twoWriters()
    const large = '가나다라마바사아자차'.repeat(10_000)
    addLine(first, large)
    first.flush()
    expect(sent[0]?.length).toBeGreaterThan(2)
    for (const one of sent[0] ?? []) expect(OutgoingMessage.safeParse(one).success).toBe(true)
    exchangeUpdates()
    addLine(first, '끝')
    exchangeUpdates()
    expect(linesOf(second)).toEqual([large, '끝'])
  })

  it('stay unchanged after an invalid update or one whose last piece never arrives', () => {
    const { first, second, exchangeUpdates } = twoWriters()
    const piece = 'A'.repeat(maxUpdateLength)
    second.receive(message({ kind: 'notes', update: 'AAECAwQFBgc=' }))
    for (let count = 0; count < 60; count += 1)
      second.receive(message({ kind: 'notes', update: piece, more: true }, 'hostile'))
    second.receive(message({ kind: 'notes', update: 'AAAA' }, 'hostile'))
    addLine(first, '계속 작성')
    exchangeUpdates()
    expect(linesOf(second)).toEqual(['계속 작성'])
  })
})

/** Appends nested lists with a line in the deepest one. */
const addLists = (fragment: Y.XmlFragment, levels: number) => {
  let parent = fragment
  for (let level = 0; level < levels; level += 1) {
    const [list, item] = [new Y.XmlElement('bulletList'), new Y.XmlElement('listItem')]
    parent.push([list])
    list.push([item])
    parent = item
  }
  const line = new Y.XmlElement('paragraph')
  line.insert(0, [new Y.XmlText('안쪽')])
  parent.push([line])
}
const updateOf = (document: Y.Doc, since?: Uint8Array) =>
  message({ kind: 'notes', update: Buffer.from(Y.encodeStateAsUpdate(document, since)).toString('base64') }, 'hostile')

describe('content that no editor writes', { tags: ['deep'] }, () => {
  it('is dropped by the other peers, who can continue: endless lists and nodes that are not elements', () => {
    const { first, second, exchangeUpdates } = twoWriters()
    const receive = (update: ReturnType<typeof updateOf>) => {
      for (const one of [first, second]) one.receive(update)
    }
    addLine(first, '첫 주문')
    exchangeUpdates()
    const before = JSON.stringify(second.fragment)
    const atOnce = new Y.Doc()
    addLists(atOnce.getXmlFragment('document'), 3000)
    receive(updateOf(atOnce))
    const [loose, other, removed] = [new Y.Doc(), new Y.Doc(), new Y.Doc({ gc: false })]
    loose.getArray('document').push(['loose'])
    receive(updateOf(loose))
    other.getText('elsewhere').insert(0, 'loose')
    receive(updateOf(other))
    addLists(removed.getXmlFragment('document'), 100)
    removed.getXmlFragment('document').delete(0, 1)
    receive(updateOf(removed))
    expect(JSON.stringify(second.fragment)).toBe(before)

    const step = new Y.Doc()
    let parent: Y.XmlFragment = step.getXmlFragment('document')
    for (let depth = 0; depth < 100; depth += 1) {
      const since = Y.encodeStateVector(step)
      const list = new Y.XmlElement(depth % 2 ? 'listItem' : 'bulletList')
      parent.push([list])
      parent = list
      receive(updateOf(step, since))
    }
    expect(second.fragment.toString().match(/<bulletlist>/g)?.length).toBeLessThanOrEqual(maxListDepth + 2)
    addLine(first, '견본 두 점')
    exchangeUpdates()
    addLine(second, '계속 작성')
    exchangeUpdates()
    for (const one of [first, second])
      expect(linesOf(one).filter((line) => line !== 'bullets')).toEqual(['첫 주문', '견본 두 점', '계속 작성'])
  })

  it('is dropped without losing valid content: deepest lists, deletions, bold text, numbered lists', () => {
    const { first, second, exchangeUpdates } = twoWriters()
    addLists(first.fragment, maxListDepth)
    const words = addLine(first, '굵은 말')
    words.format(0, 2, { bold: true })
    exchangeUpdates()
    expect(second.fragment.toString()).toContain('안쪽')
    const numbers = new Y.XmlElement('orderedList')
    numbers.setAttribute('start', '3')
    first.fragment.push([numbers])
    words.delete(0, 1)
    second.fragment.delete(0, 1)
    exchangeUpdates()
    exchangeUpdates()
    for (const one of [first, second])
      expect(one.fragment.toString()).toBe(
        '<paragraph><bold>은</bold> 말</paragraph><orderedlist start="3"></orderedlist>',
      )
  })
})

describe('notes in the record', () => {
  it('show the text of the former plain field first, then the formatted content', () => {
    const { first, second, exchangeUpdates } = twoWriters()
    first.document.getText('notes').insert(0, '합의: 첫 주문\n견본 두 점')
    addLine(first, '운임', 'heading')
    addLine(second, '본선 인도')
    exchangeUpdates()
    exchangeUpdates()
    expect(second.plain).toBe('합의: 첫 주문\n견본 두 점')
    expect(linesOf(second).slice(0, 2)).toEqual(['합의: 첫 주문', '견본 두 점'])
    expect(linesOf(second).slice(2).sort()).toEqual(['본선 인도', '운임'])
    expect(toNoteBlocks(second)).toContainEqual({ kind: 'heading', runs: [{ text: '운임', isBold: false }] })
  })

  it('show bold text and lists, and nothing that no editor writes, whatever an update contains', () => {
    const notes = new SharedNotes(() => undefined)
    addLine(notes, '굵은 말').format(0, 2, { bold: true, onclick: 'alert(1)' })
    const list = new Y.XmlElement('bulletList')
    const item = new Y.XmlElement('listItem')
    const line = new Y.XmlElement('paragraph')
    line.insert(0, [new Y.XmlText('<img src=x onerror=alert(1)>')])
    item.insert(0, [line])
    list.insert(0, [item])
    const script = new Y.XmlElement('script')
    script.insert(0, [new Y.XmlText('alert(1)')])
    notes.fragment.push([list, script, new Y.XmlText('loose')])
    expect(toNoteBlocks(notes)).toEqual([
      {
        kind: 'paragraph',
        runs: [
          { text: '굵은', isBold: true },
          { text: ' 말', isBold: false },
        ],
      },
      {
        kind: 'bullets',
        items: [[{ kind: 'paragraph', runs: [{ text: '<img src=x onerror=alert(1)>', isBold: false }] }]],
      },
    ])
  })

  it('show endless nested lists only to a maximum depth', () => {
    const notes = new SharedNotes(() => undefined)
    addLine(notes, '첫 줄')
    let parent: Y.XmlFragment = notes.fragment
    for (let depth = 0; depth < 3000; depth += 1) {
      const list = new Y.XmlElement(depth % 2 ? 'listItem' : 'bulletList')
      parent.push([list])
      parent = list
    }
    expect(JSON.stringify(toNoteBlocks(notes)).length).toBeLessThan(1000)
    expect(linesOf(notes)[0]).toBe('첫 줄')
  })

  it('are empty if only blank lines were written', () => {
    const notes = new SharedNotes(() => undefined)
    addLine(notes, '')
    addLine(notes, ' ')
    expect(toNoteBlocks(notes)).toEqual([])
  })
})
