import { expect, it } from 'vitest'
import type { MeetingMessage, Sent } from './contract.ts'
import { SharedNotes } from './public/shared-notes.ts'

/** Two who write in one room; `carry` brings each what the other has said. */
const twoWriters = () => {
  const said: Sent[][] = [[], []]
  const writers = said.map(
    (own) =>
      new SharedNotes(
        (one) => void own.push(one),
        () => undefined,
      ),
  )
  const carry = () => {
    for (const writer of writers) writer.flush()
    for (const [index, own] of said.entries())
      for (const one of own.splice(0)) writers[1 - index]?.take({ said: one } as MeetingMessage)
  }
  const [first, second] = writers
  if (!first || !second) throw new Error('There are two')
  return { first, second, carry }
}

it('keeps what came while somebody typed into what they still saw', () => {
  const { first, second, carry } = twoWriters()
  first.write('첫 주문')
  carry()
  expect(second.show().text).toBe('첫 주문')
  first.show()
  second.write('합의: 첫 주문')
  carry()
  // It is there, and the field does not show it yet: typing goes on in the old words.
  first.write('첫 주문 80점')
  first.write('첫 주문 80점.')
  carry()
  expect(first.show().text).toBe('합의: 첫 주문 80점.')
  expect(second.show().text).toBe('합의: 첫 주문 80점.')
})

it('keeps the caret in its words, whatever came before, behind and around it', () => {
  const { first, second, carry } = twoWriters()
  first.write('운임과 견본')
  carry()
  second.show()
  first.show()
  second.write('가격, 운임과 견본')
  carry()
  second.show()
  second.write('가격, 운임과 견본 두 점')
  carry()
  const { text, place } = first.show()
  expect(text).toBe('가격, 운임과 견본 두 점')
  // At the very beginning it stays there.
  expect([place(0), place(1), place(3), place(6)]).toEqual([0, 5, 7, 10])
})

it('takes what is deleted away at both', () => {
  const { first, second, carry } = twoWriters()
  first.write('하나 둘 셋')
  carry()
  second.show()
  second.write('하나 셋')
  carry()
  first.write('하나 둘 셋 넷')
  carry()
  expect(first.show().text).toBe('하나 셋 넷')
  expect(second.show().text).toBe('하나 셋 넷')
})
