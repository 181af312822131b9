import { expect, test } from 'vitest'
import { type CacheScope, createCacheScope } from '../../cache/cache-scope.ts'
import { withPreview } from './preview-page.ts'

const preview = { entity: 'practices', recordId: 'id', content: {} }

const look = async (url: string, method = 'GET') => {
  const seen: CacheScope['preview'][] = []
  const asked: string[] = []
  const render = withPreview(
    async (_request, scope) => {
      seen.push(scope.preview)
      return new Response('page', { headers: { 'referrer-policy': 'same-origin' } })
    },
    async (token) => {
      asked.push(token)
      return token === 'right' ? preview : null
    },
  )
  const { headers } = await render(new Request(`https://firm.example${url}`, { method }), createCacheScope())
  return { seen, asked, headers }
}

test('shows the record of a token uncached and unindexed', async () => {
  const { seen, headers } = await look('/business/building?preview=right')
  expect(seen).toEqual([preview])
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-robots-tag')).toContain('noindex')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('refuses an invalid token uncached', async () => {
  for (const url of ['/?preview=wrong', '/?preview=']) {
    const { seen, headers } = await look(url)
    expect(seen).toEqual([null])
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('leaves pages without a token and sent forms unchanged', async () => {
  for (const [url, method] of [
    ['/business/building', 'GET'],
    ['/consult?preview=right', 'POST'],
  ] as const) {
    const { seen, asked, headers } = await look(url, method)
    expect([seen, asked, headers.get('x-robots-tag')]).toEqual([[undefined], [], null])
  }
})
