import { expect, test } from 'vitest'
import { inLocale, localeOfPath, withoutLocale } from './locale-path.ts'

test.each([
  ['/', 'ko', '/'],
  ['/story', 'ko', '/story'],
  ['/en', 'en', '/'],
  ['/en/', 'en', '/'],
  ['/en/story/1', 'en', '/story/1'],
  ['/cn?page=2', 'cn', '/?page=2'],
  ['/cn#top', 'cn', '/#top'],
  ['/english', 'ko', '/english'],
  ['/_.data', 'ko', '/_.data'],
])('%s is in %s and shows %s', (path, locale, bare) => {
  expect(localeOfPath(path)).toBe(locale)
  expect(withoutLocale(path)).toBe(bare)
})

test('keeps the language of a home page’s data path', () => {
  expect(localeOfPath('/en.data')).toBe('en')
})

test.each([
  ['ko', '/en/story', '/story'],
  ['en', '/story', '/en/story'],
  ['en', '/', '/en'],
  ['cn', '/en', '/cn'],
  ['en', '/?page=2', '/en?page=2'],
  ['en', '/#offices', '/en#offices'],
  ['cn', '/en/contact/seoul?x=1', '/cn/contact/seoul?x=1'],
] as const)('in %s, %s is %s', (locale, path, expected) => {
  expect(inLocale(locale, path)).toBe(expected)
})
