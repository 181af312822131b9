import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { locales } from '../locale.ts'
import { acceptedCodings, matchesEntityTag, memoize, negotiateLocale } from './negotiate.ts'

test.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
  ['gzip', ['gzip', 'identity']],
  ['gzip, br;q=1.0', ['br', 'gzip', 'identity']],
  ['BR;Q=1.0, GZIP;q=0.5', ['br', 'gzip', 'identity']],
  ['br;q=0.5, gzip;q=0.9', ['gzip', 'br', 'identity']],
  ['br;q=0, gzip', ['gzip', 'identity']],
  ['br;q=0.000, gzip;q=0', ['identity']],
  ['*', ['br', 'gzip', 'identity']],
  ['*;q=0, gzip', ['gzip']],
  ['gzip;q=0, *', ['br', 'identity']],
  ['identity;q=0, br', ['br']],
  ['identity;q=0', ['identity']],
  ['identity, gzip;q=0.2', ['identity', 'gzip']],
  ['br; q = 0.3', ['br', 'identity']],
  ['br;q=nonsense, gzip', ['gzip', 'identity']],
  ['compress;q=1', ['identity']],
])('Accept-Encoding %j takes %j', (header, codings) => {
  expect(acceptedCodings(header)).toEqual(codings)
})

describe('the language of a request', () => {
  it.each([
    [undefined, 'ko'],
    ['', 'ko'],
    ['ko', 'ko'],
    ['ko-KR,ko;q=0.9,en;q=0.8', 'ko'],
    ['en', 'en'],
    ['en-GB,en;q=0.9,ko;q=0.8', 'en'],
    ['zh', 'cn'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'cn'],
    ['zh-Hant-TW', 'cn'],
    ['cn', 'cn'],
    ['ZH-hans', 'cn'],
    ['fr,de;q=0.9', 'ko'],
    ['fr,en;q=0.2', 'en'],
    ['en;q=0.1,zh;q=0.9', 'cn'],
    ['en;q=0,zh;q=0.1', 'cn'],
    ['en;q=0', 'ko'],
    ['en;q=oops,zh', 'cn'],
    ['*', 'ko'],
    ['en-US, *;q=0.1', 'en'],
    ['english', 'ko'],
    ['en;level=1;q=0.3, ko;q=0.2', 'en'],
    [';;;,,,;q=1', 'ko'],
  ])('of %j is %s', (header, locale) => expect(negotiateLocale(header)).toBe(locale))

  it('negotiates a supported language for any header', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (header) => locales.includes(negotiateLocale(header))))
  })
})

test('compares If-None-Match weakly, in lists and with the asterisk', () => {
  expect(matchesEntityTag('"a-br"', '"a-br"')).toBe(true)
  expect(matchesEntityTag('W/"a-br"', '"a-br"')).toBe(true)
  expect(matchesEntityTag('"x", "a-br" ,"y"', '"a-br"')).toBe(true)
  expect(matchesEntityTag('*', '"a-br"')).toBe(true)
  expect(matchesEntityTag('"a"', '"a-br"')).toBe(false)
  expect(matchesEntityTag('a-br', '"a-br"')).toBe(false)
})

test('limits memoized results and memoizes null', () => {
  let calls = 0
  const known = memoize(2, (key: string) => {
    calls += 1
    return key === 'null' ? null : key
  })
  for (const key of ['null', 'a', 'null', 'a']) known(key)
  expect(calls).toBe(2)
  known('b')
  known('a')
  expect(calls).toBe(4)
  for (let time = 0; time < 3; time += 1) known('x'.repeat(501))
  expect(calls).toBe(7)
})
