import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { excerptOf, initialsOf, marksOf, searchKey, searchTerms, swapKeyboard } from './rules.ts'

test.each([
  ['하자 보수', '하자보수'],
  ['  Warranty,  Period! ', 'warranty period'],
  ['101 동 A동', '101동a동'],
  ['한국 law firm', '한국law firm'],
  ['\u1112\u1161\u110c\u1161', '하자'],
  ['保修 责任', '保修责任'],
  ['😀하😀자', '하자'],
  ['', ''],
])('the key of %j is %j', (text, key) => {
  expect(searchKey(text)).toBe(key)
})

test('initials', () => {
  expect(initialsOf('하자보수a1')).toBe('ㅎㅈㅂㅅa1')
  expect(initialsOf('꽃쌍뺑씨')).toBe('ㄲㅆㅃㅆ')
})

describe('the words of a query', () => {
  test.each([
    ['하자, 보수', ['하자', '보수']],
    ['하자 하자', ['하자']],
    ['ㅄ', ['ㅂㅅ']],
    ['ㄳㅎ', ['ㄱㅅㅎ']],
    ['?!', []],
    ['%_', []],
    ['a b c d e f g h i', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
  ])('%j: %j', (query, terms) => {
    expect(searchTerms(query)).toEqual(terms)
  })
})

test.each([
  ['gkwk', '하자'],
  ['gksrmf qhtn', '한글 보수'],
  ['ㅣㅁㅈ', 'law'],
  ['123', null],
])('the keys of %j in the other language are %j', (typed, swapped) => {
  expect(swapKeyboard(typed)).toBe(swapped)
})

describe('marks', () => {
  const marked = (text: string, ...terms: string[]) => marksOf(text, terms).map(([from, to]) => text.slice(from, to))

  test.each([
    ['하자 보수 소송', ['하자보수'], ['하자 보수']],
    ['Law firm, law', ['law'], ['Law', 'law']],
    ['하자보수', ['하자', '자보'], ['하자보']],
    ['집합건물 하자', ['ㅎㅈ'], ['하자']],
    ['아무것도', ['없다'], []],
  ])('%j, %j', (text, terms, found) => {
    expect(marked(text, ...terms)).toEqual(found)
  })

  it('are ascending, apart and within the text, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.array(fc.string({ unit: 'binary', maxLength: 3 })),
        (raw, queries) => {
          const text = raw.normalize('NFC')
          let end = -1
          for (const [from, to] of marksOf(text, queries.flatMap(searchTerms))) {
            expect(from).toBeGreaterThan(end)
            expect(to).toBeGreaterThan(from)
            end = to
          }
          expect(end).toBeLessThanOrEqual(text.length)
        },
      ),
    )
  })
})

describe('an excerpt', () => {
  const long = `${'앞에 오는 말이 길게 이어집니다. '.repeat(20)}누수를 찾았습니다. ${'뒤에도 말이 있습니다. '.repeat(20)}`

  it('shows where the first word stands', () => {
    const { excerpt, excerptMarks } = excerptOf(long, ['누수'])
    expect(excerptMarks.map(([from, to]) => excerpt.slice(from, to))).toEqual(['누수'])
    expect(excerpt).toMatch(/^….*…$/)
    expect(excerpt.length).toBeLessThanOrEqual(210)
  })

  it('has no sign of more behind a whole sentence, and one behind a part of it', () => {
    const sentence = '누수를 찾은 자리를 사진으로 남깁니다.'
    const behind = (text: string) => excerptOf(text, ['누수']).excerpt.slice(-2)
    expect(behind(`${sentence}${' 다음문장입니다.'.repeat(40)}`)).toBe('다.')
    expect(behind(`${sentence} ${'끝나지 않는 말 '.repeat(40)}`)).toMatch(/[가-힣]…$/)
  })

  it('parts blocks that have no stop of their own', () => {
    const { excerpt, excerptMarks } = excerptOf('하자 조사\n먼저 봅니다.\n2~4주\n누수 목록', ['누수'])
    expect(excerpt).toBe('하자 조사 · 먼저 봅니다. 2~4주 · 누수 목록')
    expect(excerptMarks.map(([from, to]) => excerpt.slice(from, to))).toEqual(['누수'])
  })

  it('is the beginning where the words stand elsewhere, and the whole of a short text', () => {
    expect(excerptOf(long, ['없음']).excerpt).toMatch(/^앞에 오는.*…$/)
    expect(excerptOf('짧은 글', ['글'])).toEqual({ excerpt: '짧은 글', excerptMarks: [[3, 4]] })
  })

  it('takes time in proportion to the text, not to its square', () => {
    const text = '하자 보수 담보책임 기간 (law firm, 2024) 감정과 소송. '.repeat(1000).slice(0, 30_000)
    const began = performance.now()
    for (let count = 0; count < 25; count += 1) excerptOf(text, ['없는말'])
    // A page of results: some 30 ms; it took ten seconds when each letter looked at the key so far.
    expect(performance.now() - began).toBeLessThan(1500)
  })
})
