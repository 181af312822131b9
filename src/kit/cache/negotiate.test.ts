import { expect, test } from 'vitest'
import { acceptedCodings, namesTag, remember } from './negotiate.ts'

test.each([
  [undefined, ['identity']],
  ['', ['identity']],
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
  ['gzip', ['gzip', 'identity']],
  ['x-gzip', ['gzip', 'identity']],
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

test('If-None-Match is compared weakly, in lists and with the asterisk', () => {
  expect(namesTag('"a-br"', '"a-br"')).toBe(true)
  expect(namesTag('W/"a-br"', '"a-br"')).toBe(true)
  expect(namesTag('"x", "a-br" ,"y"', '"a-br"')).toBe(true)
  expect(namesTag('*', '"a-br"')).toBe(true)
  expect(namesTag('"a"', '"a-br"')).toBe(false)
  expect(namesTag('a-br', '"a-br"')).toBe(false)
})

test('what is remembered is bounded, and null is an answer', () => {
  let calls = 0
  const known = remember(2, (key: string) => {
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
