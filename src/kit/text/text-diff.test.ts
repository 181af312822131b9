import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { passagesOf } from './html.ts'
import { changedPassages, textDifference } from './text-diff.ts'

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

  test('adds up to the later text for any texts', () => {
    const line = fc.array(fc.constantFrom('가', '나 ', 'a ', 'b', '漢', ' ')).map((parts) => parts.join(''))
    fc.assert(fc.property(line, line, (before, after) => text(textDifference(before, after), 'removed') === after))
  })
})

describe('changedPassages', () => {
  const changes = (before: string, after: string) =>
    changedPassages(passagesOf(before), passagesOf(after)).map(({ under, pieces }) => [
      under,
      pieces.map(({ kind, text }) => ({ same: text, added: `+${text}+`, removed: `-${text}-` })[kind]).join(''),
    ])

  test('names the headings of changed passages in text order', () => {
    const before =
      '<p>머리말</p><h2>제1조</h2><p>5영업일 안에 보냅니다</p><ul><li>가</li><li>나</li></ul><h2>제2조</h2><p>끝</p>'
    const after =
      '<p>머리말</p><h2>제1조</h2><p>3영업일 안에 <strong>보냅니다</strong></p><ul><li>나</li></ul><h2>제2조</h2><p>끝</p><p>덧붙임</p>'
    expect(changes(before, after)).toEqual([
      ['제1조', '-5영업일 -+3영업일 +안에 보냅니다'],
      ['제1조', '-가-'],
      ['제2조', '+덧붙임+'],
    ])
  })

  test('ignores differences of markup and line breaks', () => {
    expect(changes('<p>가<br>나</p>', '<p>가 <em>나</em></p>\n')).toEqual([])
    expect(changes('', '')).toEqual([])
  })

  test('handles a text whose passages all changed', () => {
    const many = (word: string) => Array.from({ length: 3000 }, (_, index) => `<p>${word} ${index}</p>`).join('')
    expect(changes(many('가'), many('나'))).toHaveLength(3000)
  })

  test('contains both texts completely', () => {
    const passages = fc.array(fc.record({ heading: fc.boolean(), text: fc.constantFrom('가', '나', '다 라', '마') }))
    fc.assert(
      fc.property(passages, passages, (before, after) => {
        const found = changedPassages(before, after)
        const textsWithout = (without: 'added' | 'removed') =>
          found.map(({ pieces }) => text(pieces, without)).join('').length
        const of = (list: typeof before) => list.map((one) => one.text).join('').length
        expect(textsWithout('added') - textsWithout('removed')).toBe(of(before) - of(after))
      }),
    )
  })
})
