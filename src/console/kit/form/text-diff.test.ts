import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textDifference } from './text-diff.ts'

const text = (pieces: ReturnType<typeof textDifference>, without: 'added' | 'removed') =>
  pieces
    .filter(({ kind }) => kind !== without)
    .map((piece) => piece.text)
    .join('')

describe('textDifference', () => {
  test('names words that were added and removed', () => {
    expect(textDifference('벽에 맺힌 물방울', '벽에 크게 맺힌 방울')).toEqual([
      { kind: 'same', text: '벽에 ' },
      { kind: 'added', text: '크게 ' },
      { kind: 'same', text: '맺힌 ' },
      { kind: 'removed', text: '물방울' },
      { kind: 'added', text: '방울' },
    ])
  })

  test('compares Chinese letter by letter', () => {
    expect(textDifference('韩怡潭律师', '韩怡律师')).toContainEqual({ kind: 'removed', text: '潭' })
  })

  test('its additions with what stayed are the later text, whatever the texts', () => {
    const line = fc.array(fc.constantFrom('가', '나 ', 'a ', 'b', '漢', ' ')).map((parts) => parts.join(''))
    fc.assert(fc.property(line, line, (before, after) => text(textDifference(before, after), 'removed') === after))
  })
})
