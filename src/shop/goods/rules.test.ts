import { expect, it } from 'vitest'
import {
  blankChoice,
  changedPrice,
  isTaken,
  missingFrom,
  renamed,
  valuesOf,
  withAxis,
  withoutAxis,
  withoutValue,
  withValue,
} from './rules.ts'

const rows = (...keys: string[]) =>
  keys.map((key) => blankChoice(key === '' ? [] : key.split(' ').map((ko) => ({ ko: ko === '_' ? '' : ko }))))
const shown = (options: ReturnType<typeof rows>) =>
  options.map(({ values }) => values.map(({ ko }) => ko || '_').join(' '))

it('grows a grid to every combination of axes and values', () => {
  const one = withAxis(rows(''))
  expect(shown(one)).toEqual(['_'])
  const two = withValue(renamed(one, 0, { ko: '' }, { ko: '비색', en: 'Celadon' }), 0, { ko: '백자' })
  expect(shown(two)).toEqual(['비색', '백자'])
  expect(two[0]?.values[0]).toEqual({ ko: '비색', en: 'Celadon' })
  const four = withValue(renamed(withAxis(two), 1, { ko: '' }, { ko: '큰' }), 1, { ko: '작은' })
  expect(shown(four)).toEqual(['비색 큰', '백자 큰', '비색 작은', '백자 작은'])
  expect(valuesOf(four, 1).map(({ ko }) => ko)).toEqual(['큰', '작은'])
})

it('keeps existing rows when a grid shrinks, and finds missing combinations', () => {
  const four = rows('비색 큰', '백자 큰', '비색 작은', '백자 작은').map((row, index) => ({ ...row, code: `C${index}` }))
  expect(withoutAxis(four, 1).map(({ code }) => code)).toEqual(['C0', 'C1'])
  expect(shown(withoutValue(four, 0, { ko: '비색' }))).toEqual(['백자 큰', '백자 작은'])
  expect(shown(missingFrom(four.slice(0, 3), 2))).toEqual(['백자 작은'])
  expect(missingFrom(four, 2)).toEqual([])
  expect(missingFrom(rows(''), 0)).toEqual([])
})

it('rejects the same name for two values of an axis', () => {
  const two = rows('비색', '백자')
  expect(isTaken(two, 0, { ko: '비색' }, ' 백자 ')).toBe(true)
  expect(isTaken(two, 0, { ko: '비색' }, '비색')).toBe(false)
  expect(isTaken(two, 0, { ko: '비색' }, '흑유')).toBe(false)
})

it('changes a price by a percentage to multiples of 10 won, never to zero', () => {
  expect(changedPrice(128_000, -10)).toBe(115_200)
  expect(changedPrice(12_345, 3)).toBe(12_720)
  expect(changedPrice(30, -90)).toBe(10)
})
