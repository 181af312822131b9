import { expect, it } from 'vitest'
import { isMarkerStyle, nestItems, readListStyle } from './word-lists.ts'

it('reads the level of a list paragraph', () => {
  expect(readListStyle('margin-left:38.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1')).toEqual({ level: 2 })
  expect(readListStyle('margin:0')).toBeNull()
  expect(readListStyle('mso-list:Ignore')).toBeNull()
  expect(isMarkerStyle('font-family:Symbol;mso-list:Ignore')).toBe(true)
})

const item = (marker: string, html: string, level = 1) => ({ marker, html, level })

it.each([
  ['bullets', [item('·', '누수'), item('·', '균열')], '<ul><li><p>누수</p></li><li><p>균열</p></li></ul>'],
  ['a bullet of a symbol typeface', [item('l', '누수')], '<ul><li><p>누수</p></li></ul>'],
  ['numbers', [item('1.', '접수'), item('2.', '조사')], '<ol><li><p>접수</p></li><li><p>조사</p></li></ol>'],
  ['numbers from the third', [item('3)', '판정')], '<ol start="3"><li><p>판정</p></li></ol>'],
  [
    'numbers of levels',
    [item('1.', '접수'), item('1.2.', '전화', 2), item('1.3.', '방문', 2)],
    '<ol><li><p>접수</p><ol start="2"><li><p>전화</p></li><li><p>방문</p></li></ol></li></ol>',
  ],
  ['Korean letters', [item('가.', '목적')], '<ol><li><p>목적</p></li></ol>'],
  [
    'levels',
    [item('1.', '접수'), item('·', '전화', 2), item('·', '방문', 2), item('2.', '조사')],
    '<ol><li><p>접수</p><ul><li><p>전화</p></li><li><p>방문</p></li></ul></li><li><p>조사</p></li></ol>',
  ],
  ['a level without its parent', [item('·', '방문', 3)], '<ul><li><p>방문</p></li></ul>'],
  [
    'another kind of list',
    [item('1.', '접수'), item('·', '방문')],
    '<ol><li><p>접수</p></li></ol><ul><li><p>방문</p></li></ul>',
  ],
])('keeps %s', (_name, items, html) => expect(nestItems(items)).toBe(html))
