import { expect, test } from 'vitest'
import { groupDigits } from './format-number.ts'

test('groups thousands like Intl in all three languages', () => {
  const counts = [
    0, 7, 99, 100, 999, 1000, 1204, 9999, 10_000, 123_456, 1_000_000, 1_234_567_890, -1, -999, -1000, -12_345,
  ]
  for (const count of counts)
    for (const region of ['ko-KR', 'en-GB', 'zh-CN']) expect(groupDigits(count)).toBe(count.toLocaleString(region))
})
