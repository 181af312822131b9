import { expect, test } from 'vitest'
import { extractVerificationToken, normalizeHost, siteAddressesOf } from './rules.ts'

test.each([
  ['abc123', 'abc123'],
  [' abc123 ', 'abc123'],
  ['<meta name="naver-site-verification" content="abc123" />', 'abc123'],
  ["<meta content='abc123'>", 'abc123'],
  ['', ''],
])('the verification token of %j is %j', (typed, value) => {
  expect(extractVerificationToken(typed)).toBe(value)
})

test.each([
  ['match.example.kr', 'match.example.kr'],
  ['MATCH.Example.kr', 'match.example.kr'],
  ['매칭.한국', 'xn--9z2bo98a.xn--3e0b707e'],
  ['match.localhost:3220', 'match.localhost:3220'],
  ['', null],
  ['localhost', null],
  ['https://match.example.kr', null],
  ['match.example.kr/', null],
  ['match.example.kr/match', null],
  ['match.example.kr?x', null],
  ['user@match.example.kr', null],
  ['match.example.kr:443', null],
  ['match.example.kr:0', null],
  ['match.example.kr:70000', null],
  ['match.example.kr:', null],
  ['match..example.kr', null],
  ['-match.example.kr', null],
  ['match_1.example.kr', null],
  ['match example.kr', null],
  ['127.0.0.1', null],
  ['0x7f.1', null],
  ['[::1]', null],
  ['match.example.kr\r\nx: y', null],
  [`${'a'.repeat(64)}.example.kr`, null],
])('the host of %j is %j', (typed, host) => {
  expect(normalizeHost(typed)).toBe(host)
})

const bothSites = { firm: true, match: true }
const ownHost = { site: 'match', host: 'match.example' }

test.each([
  [
    { modules: bothSites, home: 'firm', matchHost: null },
    { rootSite: 'firm', ownHost: null },
  ],
  [
    { modules: bothSites, home: 'match', matchHost: null },
    { rootSite: 'match', ownHost: null },
  ],
  [
    { modules: bothSites, home: 'firm', matchHost: 'match.example' },
    { rootSite: 'firm', ownHost },
  ],
  [
    { modules: bothSites, home: 'match', matchHost: 'match.example' },
    { rootSite: 'firm', ownHost },
  ],
  [
    { modules: { firm: false, match: true }, home: 'firm', matchHost: null },
    { rootSite: 'match', ownHost: null },
  ],
  [
    { modules: { firm: false, match: true }, home: 'firm', matchHost: 'match.example' },
    { rootSite: 'match', ownHost },
  ],
  [
    { modules: { firm: true, match: false }, home: 'match', matchHost: 'match.example' },
    { rootSite: 'firm', ownHost: null },
  ],
  [
    { modules: { firm: false, match: false }, home: 'match', matchHost: null },
    { rootSite: 'firm', ownHost: null },
  ],
] as const)('%j: %j', (setting, addresses) => {
  expect(siteAddressesOf(setting)).toEqual(addresses)
})
