import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { createExcerpt, findMarks, initialsOf, splitSearchTerms, swapKeyboard, toSearchKey } from './rules.ts'

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
  expect(toSearchKey(text)).toBe(key)
})

test('initialsOf returns the initial consonants', () => {
  expect(initialsOf('하자보수a1')).toBe('ㅎㅈㅂㅅa1')
  expect(initialsOf('꽃쌍뺑씨')).toBe('ㄲㅆㅃㅆ')
})

describe('the terms of a query', () => {
  test.each([
    ['하자, 보수', ['하자', '보수']],
    ['하자 하자', ['하자']],
    ['ㅄ', ['ㅂㅅ']],
    ['ㄳㅎ', ['ㄱㅅㅎ']],
    ['?!', []],
    ['%_', []],
    ['a b c d e f g h i', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
  ])('%j: %j', (query, terms) => {
    expect(splitSearchTerms(query)).toEqual(terms)
  })
})

test.each([
  ['gkwk', '하자'],
  ['gksrmf qhtn', '한글 보수'],
  ['ㅣㅁㅈ', 'law'],
  ['123', null],
])('%j on the other keyboard layout is %j', (typed, swapped) => {
  expect(swapKeyboard(typed)).toBe(swapped)
})

describe('highlight ranges', () => {
  const listMarked = (text: string, ...terms: string[]) =>
    findMarks(text, terms).map(([from, to]) => text.slice(from, to))

  test.each([
    ['하자 보수 소송', ['하자보수'], ['하자 보수']],
    ['Law firm, law', ['law'], ['Law', 'law']],
    ['하자보수', ['하자', '자보'], ['하자보']],
    ['집합건물 하자', ['ㅎㅈ'], ['하자']],
    ['아무것도', ['없다'], []],
  ])('%j, %j', (text, terms, found) => {
    expect(listMarked(text, ...terms)).toEqual(found)
  })

  it('are ascending, disjoint and within the text for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.array(fc.string({ unit: 'binary', maxLength: 3 })),
        (raw, queries) => {
          const text = raw.normalize('NFC')
          let end = -1
          for (const [from, to] of findMarks(text, queries.flatMap(splitSearchTerms))) {
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
  const around = `${'앞에 오는 말이 길게 이어집니다. '.repeat(20)}누수를 찾았습니다. ${'뒤에도 말이 있습니다. '.repeat(20)}`
  const listMarked = ({ excerpt, excerptMarks }: ReturnType<typeof createExcerpt>) =>
    excerptMarks.map(([from, to]) => excerpt.slice(from, to))

  it('is the full sentence with the match and following ones that fit', () => {
    const found = createExcerpt(around, ['누수'])
    expect(found.excerpt).toMatch(/^누수를 찾았습니다\. (뒤에도 말이 있습니다\. ?)+$/)
    expect(found.excerpt).toMatch(/다\.$/)
    expect(found.excerpt.length).toBeLessThanOrEqual(120)
    expect(listMarked(found)).toEqual(['누수'])
  })

  it('is the summary if it has the matches, or nothing has', () => {
    const content = '아래층 천장의 누수를 다룹니다.\n누수는 세 가지입니다.\n먼저 사진을 찍습니다.'
    expect(createExcerpt(content, ['누수']).excerpt).toBe('아래층 천장의 누수를 다룹니다.')
    expect(createExcerpt(content, ['없음']).excerpt).toBe('아래층 천장의 누수를 다룹니다.')
    expect(createExcerpt(content, ['사진']).excerpt).toBe('먼저 사진을 찍습니다.')
  })

  it('never joins two blocks, and prefers a sentence to a title or list item', () => {
    expect(createExcerpt('하자 조사\n먼저 누수를 봅니다.\n2~4주\n누수 목록', ['누수']).excerpt).toBe(
      '먼저 누수를 봅니다.',
    )
    expect(createExcerpt('하자 조사\n누수 목록\n2~4주', ['누수']).excerpt).toBe('누수 목록')
  })

  it('prefers the sentence with most matches', () => {
    expect(createExcerpt('누수를 봅니다.\n지하주차장의 누수를 봅니다.', ['누수', '지하주차장']).excerpt).toBe(
      '지하주차장의 누수를 봅니다.',
    )
  })

  it('does not split at dots of numbers and dates', () => {
    const sentence = '대법원은 2012. 3. 22. 누수 0.3밀리미터를 보았습니다.'
    expect(createExcerpt(`앞말입니다. ${sentence} 뒷말입니다.`, ['누수']).excerpt).toBe(`${sentence} 뒷말입니다.`)
    expect(createExcerpt('前文。漏水的处理。后文', ['漏水']).excerpt).toBe('漏水的处理。后文')
  })

  it('cuts only a sentence of more than 240 letters, at words around the first match', () => {
    const found = createExcerpt(`${'끝나지 않는 말 '.repeat(60)}누수 ${'끝나지 않는 말 '.repeat(60)}`, ['누수'])
    expect(found.excerpt).toMatch(/^….*누수.*…$/)
    expect(found.excerpt.length).toBeLessThanOrEqual(250)
    expect(listMarked(found)).toEqual(['누수'])
  })

  it('is all of a short text, and empty without text', () => {
    expect(createExcerpt('짧은 글', ['글'])).toEqual({ excerpt: '짧은 글', excerptMarks: [[3, 4]] })
    expect(createExcerpt('', ['글'])).toEqual({ excerpt: '', excerptMarks: [] })
  })

  it('takes linear time', () => {
    const text = '하자 보수 담보책임 기간 (law firm, 2024) 감정과 소송. '.repeat(1000).slice(0, 30_000)
    const began = performance.now()
    for (let count = 0; count < 25; count += 1) createExcerpt(text, ['없는말'])
    // One result page takes about 30 ms; it took ten seconds when every letter scanned the key so far.
    expect(performance.now() - began).toBeLessThan(1500)
  })
})
