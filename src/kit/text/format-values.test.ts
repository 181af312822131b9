import { expect, test } from 'vitest'
import { formatPhone, normalizePhone } from '../phone/parse-phone.ts'
import { formatDate, formatTime, groupDigits, readTime, readWholeNumber } from './format-values.ts'

test('groups thousands like Intl in all three languages', () => {
  const counts = [
    0, 7, 99, 100, 999, 1000, 1204, 9999, 10_000, 123_456, 1_000_000, 1_234_567_890, -1, -999, -1000, -12_345,
  ]
  for (const count of counts)
    for (const region of ['ko-KR', 'en-GB', 'zh-CN']) expect(groupDigits(count)).toBe(count.toLocaleString(region))
})

test.each([
  // 13 digits are milliseconds, as text and as a number.
  ['1795478700000', '2026-11-24', '09:05:00'],
  [1_795_478_700_000, '2026-11-24', '09:05:00'],
  ['2026-11-23T15:00:00.000Z', '2026-11-24', '00:00:00'],
  [new Date('2026-11-24T14:59:59.999Z'), '2026-11-24', '23:59:59'],
  // 12 digits are no time of their own, and a date alone begins at midnight UTC.
  ['179547870000', '', ''],
  ['2026-11-24', '2026-11-24', '09:00:00'],
  ['내일', '', ''],
])('writes the date and the time of %s in Seoul', (value, date, time) => {
  expect([formatDate(value), formatTime(value)]).toEqual([date, time])
})

test('reads text that is no time as none', () => {
  expect([readTime('x'), readTime(Number.NaN)]).toEqual([null, null])
})

test('writes a mobile number in groups of 3, 4 and 4 digits', () => {
  const stored = [normalizePhone('01012345678'), '+821012345678']
  expect(stored.map((number) => formatPhone(number ?? ''))).toEqual(['010-1234-5678', '010-1234-5678'])
})

test.each([
  ['12,000', 12_000],
  ['１２０００', 12_000],
  ['₩ 12,000', 12_000],
  ['12,000원', 12_000],
  ['12000 KRW', 12_000],
  ['12,000韩元', 12_000],
  ['0', 0],
  ['999999999999', 999_999_999_999],
])('readWholeNumber(%j) is %i', (text, number) => {
  expect(readWholeNumber(text)).toBe(number)
})

test.each(['', '012', '-1', '1.5', '1e5', '12만', '1000000000000'])('readWholeNumber(%j) is no number', (text) => {
  expect(readWholeNumber(text)).toBeNaN()
})
