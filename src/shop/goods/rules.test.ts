import { expect, it } from 'vitest'
import {
  addAxis,
  addValue,
  blankChoice,
  changePrice,
  findMissingChoices,
  isDuplicateValue,
  removeAxis,
  removeValue,
  renameValue,
  valuesOf,
} from './rules.ts'

const rows = (...keys: string[]) =>
  keys.map((key) => blankChoice(key === '' ? [] : key.split(' ').map((ko) => ({ ko: ko === '_' ? '' : ko }))))
const shown = (options: ReturnType<typeof rows>) =>
  options.map(({ values }) => values.map(({ ko }) => ko || '_').join(' '))

it('grows a grid to every combination of axes and values', () => {
  const one = addAxis(rows(''))
  expect(shown(one)).toEqual(['_'])
  const two = addValue(renameValue(one, 0, { ko: '' }, { ko: '비색', en: 'Celadon' }), 0, { ko: '백자' })
  expect(shown(two)).toEqual(['비색', '백자'])
  expect(two[0]?.values[0]).toEqual({ ko: '비색', en: 'Celadon' })
  const four = addValue(renameValue(addAxis(two), 1, { ko: '' }, { ko: '큰' }), 1, { ko: '작은' })
  expect(shown(four)).toEqual(['비색 큰', '백자 큰', '비색 작은', '백자 작은'])
  expect(valuesOf(four, 1).map(({ ko }) => ko)).toEqual(['큰', '작은'])
})

it('keeps existing rows when a grid shrinks, and finds missing combinations', () => {
  const four = rows('비색 큰', '백자 큰', '비색 작은', '백자 작은').map((row, index) => ({ ...row, code: `C${index}` }))
  expect(removeAxis(four, 1).map(({ code }) => code)).toEqual(['C0', 'C1'])
  expect(shown(removeValue(four, 0, { ko: '비색' }))).toEqual(['백자 큰', '백자 작은'])
  expect(shown(findMissingChoices(four.slice(0, 3), 2))).toEqual(['백자 작은'])
  expect(findMissingChoices(four, 2)).toEqual([])
  expect(findMissingChoices(rows(''), 0)).toEqual([])
})

it('rejects the same name for two values of an axis', () => {
  const two = rows('비색', '백자')
  expect(isDuplicateValue(two, 0, { ko: '비색' }, ' 백자 ')).toBe(true)
  expect(isDuplicateValue(two, 0, { ko: '비색' }, '비색')).toBe(false)
  expect(isDuplicateValue(two, 0, { ko: '비색' }, '흑유')).toBe(false)
})

it('changes a price by a percentage to multiples of 10 won, never to zero', () => {
  expect(changePrice(128_000, -10)).toBe(115_200)
  expect(changePrice(12_345, 3)).toBe(12_720)
  expect(changePrice(30, -90)).toBe(10)
})
