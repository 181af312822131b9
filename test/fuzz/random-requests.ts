import type { Random } from './seeded-random.ts'

/** One request as sent over the wire, in Latin-1. */
export interface Sent {
  text: string
  method: string
  /**
   * True if complete by the HTTP/1.1 grammar: the connection stays usable. Otherwise it is the last of its connection;
   * Node's parser may refuse it or wait for bytes that never come.
   */
  isWhole: boolean
}

const utf8 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

const pages = ['/', '/en', '/cn', '/story', '/project', '/consult', '/consult/status', '/introduction/lawyer', '/login']
const others = [
  '/console',
  '/rss.xml',
  '/robots.txt',
  '/sitemap.xml',
  '/construction',
  '/auction-search',
  '/favicon.ico',
]
const operation = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/docs',
  '/api/openapi.json',
  '/files/x',
  '/assets/x.js',
  '/api',
]

/** Fragments that corrupt addresses. */
const pieces = [
  ...['/', '//', '/\\[', '/\\x:y', '\\', '/%00', '/x%2500', '%', '%zz', '%c3', '%ed%a0%80', '%2e%2e/', '..%2f', '/./'],
  ...['/../', ';', ':', '@', '?', '&&', '?&&', '=', '#', '+', '%20', '%0d%0a', '%07', '[', ']', '{id}', '|', '^', "'"],
  ...['.data', '/_.data', '?preview=%00', '?preview=x', '?page=99999', '?page=-1', '?q=%00', '?q=%F0%9F%98%80', '?q=%'],
  ...['?year=275760', '?from=0000-01-01', '?to=275760-09-13', '?__proto__=1', '?constructor[x]=1', '?page[]=1', '~'],
]
/** Bytes that no request target may contain; the parser may refuse them. */
const bytes = ['\x00', '\x07', '\x7f', '\t', '\x80', '\xff', utf8('가'), utf8('😀'), '"', '<', '>', '`', ' ']
const wholeTargets = [
  '*',
  '//',
  'http://',
  'http://x',
  'http://x/story',
  'HTTPS://[::1]:1/',
  'http:///x',
  'x',
  'x:y',
  '',
]

const methods = [
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'POST',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'PROPFIND',
]
const oddMethods = ['CONNECT', 'FOO', 'get', 'PRI', 'M-SEARCH', '']

const mixedCase = (random: Random, text: string) =>
  text.replace(/[a-z]/g, (letter) => (random.chance(0.3) ? letter.toUpperCase() : letter))
const percented = (random: Random, text: string) =>
  text.replace(/[a-z]/g, (letter) => (random.chance(0.2) ? `%${letter.charCodeAt(0).toString(16)}` : letter))

const targetFrom = (random: Random, api: readonly string[]): { target: string; isWhole: boolean } => {
  const known = random.pick(random.pick([pages, pages, others, operation, api, api, api]))
  switch (random.below(10)) {
    case 0:
      return { target: random.pick(wholeTargets), isWhole: false }
    case 1:
      return { target: known + random.pick(bytes) + random.pick(pieces), isWhole: false }
    case 2:
      return { target: mixedCase(random, known), isWhole: true }
    case 3:
      return { target: percented(random, known), isWhole: true }
    case 4:
      return { target: `/${random.pick(pieces)}${random.pick(pieces)}`, isWhole: true }
    case 5:
      return { target: `${known}?${'a'.repeat(random.below(9000))}`, isWhole: true }
    case 6:
      return {
        target: `/${'b'.repeat(random.below(200))}${random.chance(0.2) ? 'c'.repeat(20_000) : ''}`,
        isWhole: false,
      }
    case 7:
    case 8:
      return { target: known + random.pick(pieces) + random.pick(pieces), isWhole: true }
    default:
      return { target: known, isWhole: true }
  }
}

const headers: readonly (() => string)[] = [
  () => 'Accept: text/html',
  () => 'Accept-Language: en-US,en;q=0.9',
  () => `Accept-Language: ${'zh,'.repeat(200)}`,
  () => 'Accept-Encoding: br;q=nope, gzip;;, *;q=0',
  () => 'Accept-Encoding: gzip\r\nAccept-Encoding: br',
  () => 'If-None-Match: *',
  () => `If-None-Match: ${'"x",'.repeat(100)}`,
  () => 'If-Match: "275760-09-13T00:00:00.000Z"',
  () => 'If-Match: "0000-01-01T00:00:00.000Z"',
  () => 'If-Modified-Since: nonsense',
  () => 'Range: bytes=9-1,-,5-',
  () => 'Origin: http://x',
  () => 'Origin: null',
  () => 'Origin: file://',
  () => 'Origin: http://[',
  () => 'Authorization: Bearer x',
  () => 'Authorization: Basic //8=',
  () => 'Authorization: Basic \xff',
  () => 'Cookie: a=\xff; b="',
  () => 'Idempotency-Key: \x01x',
  () => 'Idempotency-Key: x\r\nIdempotency-Key: y',
  () => 'X-Forwarded-For: x, y, 999.1.1.1',
  () => 'X-Forwarded-Host: [',
  () => 'Upgrade: websocket\r\nSec-WebSocket-Key: x',
  () => 'Upgrade: h2c\r\nHTTP2-Settings: x',
  () => 'Expect: 100-continue',
  () => 'Referer: http://[',
  () => 'User-Agent: ',
  () => `User-Agent: ${utf8('대청').repeat(50)}`,
  () => 'X-HTTP-Method-Override: DELETE',
  () => 'Via: 1.1 x\r\nVia: 1.1 y',
]

/** Headers that end a connection or that the parser refuses. */
const ending: readonly string[] = [
  'Connection: close',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Expect: surprise',
  'Host: y',
  'X: a\x00b',
  'X: a\x07b',
  'X\x80: a',
  ': nameless',
  ' folded: x',
  'X: y\r\n folded',
  'X : y',
  `X: ${'a'.repeat(17_000)}`,
  ...Array.from({ length: 3 }, () => Array.from({ length: 300 }, (_, name) => `X-${name}: y`).join('\r\n')),
]

const hosts = [
  'Host: x',
  'Host: x',
  'Host: x',
  'Host: localhost:3000',
  'Host: ',
  'Host: [',
  'Host: a b',
  'Host: \xff',
  'Host: //',
]

const kinds = [
  ['application/json', '{}'],
  ['application/json', '{"__proto__":{"x":1},"constructor":1}'],
  ['application/json', '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[['],
  ['application/json', '{"startAt":"0000-01-01T00:00:00Z","updatedAt":"275760-09-13T00:00:00Z","name":"\\u0000"}'],
  ['application/json', '\xff\xfe'],
  ['application/json; charset=utf-16', '{}'],
  ['text/plain', 'text'],
  ['application/xml', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['application/x-www-form-urlencoded', 'number=%00&contact=%ff&name=%ED%A0%80&uploaded=%7B'],
  ['application/x-www-form-urlencoded', 'a=%&=&&&b'],
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=', '--\r\n'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="\xff"\r\n\r\n1\r\n--x--\r\n'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="../\x00"\r\n\r\n1\r\n--x--',
  ],
  ['', 'x'],
  [';;;', 'x'],
  ['\xff/\xfe', 'x'],
] as const

/** Lengths and codings that do not match the body, or are not allowed. */
const broken: readonly ((body: string) => string)[] = [
  () => 'Content-Length: -1\r\n\r\n',
  () => 'Content-Length: 1e3\r\n\r\n',
  () => 'Content-Length: 99999999999999999999\r\n\r\n',
  (body) => `Content-Length: ${body.length + 10}\r\n\r\n${body}`,
  (body) => `Content-Length: ${body.length}\r\nContent-Length: 1\r\n\r\n${body}`,
  (body) => `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  () => 'Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n',
  () => 'Transfer-Encoding: chunked\r\n\r\n-1\r\n',
  () => 'Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n',
  (body) => `Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\n${body}`,
  () => 'Transfer-Encoding: gzip\r\n\r\n',
  () => 'Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n',
  () => 'Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n',
  (body) => `\r\n\r\n${body}`,
]

const bodyFrom = (random: Random): string => {
  const [type, body] = random.pick(kinds)
  const kind = type ? `Content-Type: ${type}\r\n` : ''
  return random.chance(0.5)
    ? `${kind}Content-Length: ${body.length}\r\n\r\n${body}`
    : `${kind}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
}

/** Generates a random request; `api` are paths of the API. */
export const requestFrom = (random: Random, api: readonly string[]): Sent => {
  const { target, isWhole: isTarget } = targetFrom(random, api)
  const isKnown = random.chance(0.97)
  const method = random.pick(isKnown ? methods : oddMethods)
  const isCommon = random.chance(0.85)
  const host = random.pick(isCommon ? hosts.slice(0, 4) : hosts)
  const lines = [host, ...Array.from({ length: random.below(4) }, () => random.pick(headers)())]
  const isEnding = random.chance(0.06)
  if (isEnding) lines.splice(random.below(2), 0, random.pick(ending))
  const isPlain = random.chance(0.96)
  const version = random.pick(isPlain ? ['HTTP/1.1'] : ['HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'http/1.1', ''])
  const hasBody = method === 'POST' || method === 'PUT' || random.chance(0.05)
  const isBroken = hasBody && random.chance(0.1)
  const rest = isBroken ? random.pick(broken)(random.pick(kinds)[1]) : hasBody ? bodyFrom(random) : '\r\n'
  const text = `${method} ${target} ${version}\r\n${lines.join('\r\n')}\r\n${rest}`
  // The parser refuses control characters in header values, as it does in targets.
  const isClean = !/\p{Cc}/u.test(lines.join('').replace(/[\r\n\u0080-\u009f]/g, ''))
  return { text, method, isWhole: isTarget && isKnown && isCommon && !isEnding && isPlain && !isBroken && isClean }
}
