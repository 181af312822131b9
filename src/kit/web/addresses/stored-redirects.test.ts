import { describe, expect, test } from 'vitest'
import { createCacheScope } from '../../cache/cache-scope.ts'
import { type StoredRedirect, withStoredRedirects } from './stored-redirects.ts'

const lookups: string[] = []
const redirects: Record<string, StoredRedirect> = {
  '/old': { status: 301, to: '/story/새 글' },
  '/옛글': { status: 308, to: 'https://elsewhere.example/' },
  '/words': { status: 301, to: 'https://elsewhere.example/대청/새 글?말=말' },
  '/bell': { status: 301, to: 'https://elsewhere.example/a\u0007b' },
  '/bell-here': { status: 301, to: '/a\u0007b' },
  '/half': { status: 301, to: '/a\ud800b' },
  '/broken': { status: 301, to: 'https://[' },
  '/gone': { status: 410, to: null },
  '/stands': { status: 301, to: '/story' },
}
const render = withStoredRedirects(
  async (request, _scope, absence = 404) => {
    const stands = new URL(request.url).pathname === '/stands'
    return new Response(absence === 410 ? 'taken away' : 'page', {
      status: stands ? 200 : absence,
      headers: { 'content-type': 'text/html' },
    })
  },
  async (path, scope) => {
    lookups.push(path)
    scope.tags.add('redirects')
    return redirects[path] ?? null
  },
)
const ask = async (path: string) => {
  const response = await render(new Request(`https://daecheong.example${path}`), createCacheScope())
  return [response.status, response.headers.get('location'), await response.text()]
}

describe('an address without a page', () => {
  test.each([
    ['/old', [301, '/story/%EC%83%88%20%EA%B8%80', '']],
    ['/en/old', [301, '/en/story/%EC%83%88%20%EA%B8%80', '']],
    ['/cn/%EC%98%9B%EA%B8%80', [308, 'https://elsewhere.example/', '']],
    ['/words', [301, 'https://elsewhere.example/%EB%8C%80%EC%B2%AD/%EC%83%88%20%EA%B8%80?%EB%A7%90=%EB%A7%90', '']],
    ['/bell', [301, 'https://elsewhere.example/a%07b', '']],
    ['/bell-here', [301, '/a%07b', '']],
    ['/half', [301, '/a%EF%BF%BDb', '']],
    ['/broken', [404, null, 'page']],
    ['/gone', [410, null, 'taken away']],
    ['/never', [404, null, 'page']],
    ['/stands', [200, null, 'page']],
    ['/old.data', [404, null, 'page']],
    ['/%E0%A4%A', [404, null, 'page']],
  ])('%s', async (path, answer) => {
    expect(await ask(path)).toEqual(answer)
  })

  test('is looked up only for missing pages', () => {
    expect(lookups).toEqual([
      ...['/old', '/old', '/옛글', '/words', '/bell', '/bell-here', '/half', '/broken'],
      ...['/gone', '/never'],
    ])
  })
})
