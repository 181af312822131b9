import { expect, test } from 'vitest'
import { verificationValue } from './rules.ts'

test.each([
  ['abc123', 'abc123'],
  [' abc123 ', 'abc123'],
  ['<meta name="naver-site-verification" content="abc123" />', 'abc123'],
  ["<meta content='abc123'>", 'abc123'],
  ['', ''],
])('the proof in %j is %j', (given, value) => {
  expect(verificationValue(given)).toBe(value)
})
