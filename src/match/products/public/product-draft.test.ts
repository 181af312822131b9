import { expect, it } from 'vitest'
import { blankDraft, findWrongNumbers, toProductInput } from './product-draft.ts'

const draftOf = (retailPrice: string, year = '2026') => ({ ...blankDraft(), retailPrice, year })

it.each([
  ['', null],
  ['  ', null],
  ['12000', 12_000],
  ['12,000', 12_000],
  ['12,000 원', 12_000],
  ['１２０００', 12_000],
  ['0', 0],
])('reads the price %j as %j', (text, price) => {
  expect(findWrongNumbers(draftOf(text))).toEqual([])
  expect(toProductInput(draftOf(text)).retailPrice).toBe(price)
})

it.each(['12만', '약 12000', '12.5', '-1', '1e5', '가격 문의'])(
  'reports the price %j instead of saving none',
  (text) => {
    expect(findWrongNumbers(draftOf(text))).toEqual(['retailPrice'])
  },
)

it.each(['', '이천이십육', '20 이'])('reports the year %j', (text) => {
  expect(findWrongNumbers(draftOf('', text))).toEqual(['year'])
})
