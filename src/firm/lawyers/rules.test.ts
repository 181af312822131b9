import { describe, expect, test } from 'vitest'
import { findNamesIn, formatLine, matchesName, parseLine, splitYears } from './rules.ts'

describe('line of a profile', () => {
  test.each([
    ['1998 한뫼대학교 졸업', '1998 한뫼대학교 졸업'],
    ['2009 – 현재 **대표변호사**', { txt: '2009 – 현재', bold: '대표변호사' }],
    ['**대표변호사**', { txt: '', bold: '대표변호사' }],
    ['  가운데 **굵은** 말은 그대로  ', '가운데 **굵은** 말은 그대로'],
  ])('parses %s', (typed, expected) => {
    expect(parseLine(typed)).toEqual(expected)
  })

  test.each(['보통 줄', '2009 – 현재 **대표변호사**', '**대표변호사**'])(
    'formats a parsed line as typed: %s',
    (typed) => {
      expect(formatLine(parseLine(typed))).toBe(typed)
    },
  )
})

describe('years of a line', () => {
  test.each([
    ['1998 한뫼대학교 졸업', { years: '1998', text: '한뫼대학교 졸업', bold: '' }],
    ['1998 – 2000 종합건설회사', { years: '1998 – 2000', text: '종합건설회사', bold: '' }],
    [
      { txt: '2009 – 현재', bold: '대표변호사' },
      { years: '2009 – 현재', text: '', bold: '대표변호사' },
    ],
    [
      { txt: '2009 – present', bold: 'Partner' },
      { years: '2009 – present', text: '', bold: 'Partner' },
    ],
    [
      { txt: '2015 – 至今 大厅律所', bold: '律师' },
      { years: '2015 – 至今', text: '大厅律所', bold: '律师' },
    ],
    ['2,436세대의 사건', { years: '', text: '2,436세대의 사건', bold: '' }],
    ['20245 아님', { years: '', text: '20245 아님', bold: '' }],
  ])('are split off %j', (line, parts) => {
    expect(splitYears(line)).toEqual(parts)
  })
})

describe('name search', () => {
  const names = ['한이담', 'Han I-dam']
  test.each([
    '한이담',
    '이담',
    '한',
    '하',
    'ㅎㅇㄷ',
    'ㅇㄷ',
    '한ㅇ',
    '한이다',
    'han',
    'HAN IDAM',
    'i-dam',
    ' 한 이담 ',
  ])('finds the name by %j', (typed) => expect(matchesName(names, typed)).toBe(true))
  test.each(['윤', 'ㅎㄷ', 'ㅎㅇㄷㅎ', '한이담담', 'hanna', '하ㄴ', '%'])('does not find the name by %j', (typed) =>
    expect(matchesName(names, typed)).toBe(false),
  )
})

test('finds the estates in the lines of a profile, including bold parts', () => {
  const groups = [{ title: '사건', infoDetail: ['2025 한빛마루 1단지 균열', { txt: '2026', bold: '너른들마을' }] }]
  expect(findNamesIn(groups, ['너른들마을', '한빛마루 2단지', '한빛마루 1단지'])).toEqual([
    '너른들마을',
    '한빛마루 1단지',
  ])
})
