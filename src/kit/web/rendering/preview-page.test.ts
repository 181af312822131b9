import { expect, test } from 'vitest'
import { type CacheScope, createCacheScope } from '../../cache/cache-scope.ts'
import { withPreview } from './preview-page.ts'

const preview = { entity: 'practices', recordId: 'id', content: {} }

const renderPreview = async (url: string, method = 'GET') => {
  const previews: CacheScope['preview'][] = []
  const tokens: string[] = []
  const render = withPreview(
    async (_request, scope) => {
      previews.push(scope.preview)
      return new Response('page', { headers: { 'referrer-policy': 'same-origin' } })
    },
    async (token) => {
      tokens.push(token)
      return token === 'right' ? preview : null
    },
  )
  const { headers } = await render(new Request(`https://firm.example${url}`, { method }), createCacheScope())
  return { seen: previews, asked: tokens, headers }
}

test('shows the record of a token uncached and unindexed', async () => {
  const { seen: previews, headers } = await renderPreview('/business/building?preview=right')
  expect(previews).toEqual([preview])
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-robots-tag')).toContain('noindex')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('refuses an invalid token uncached', async () => {
  for (const url of ['/?preview=wrong', '/?preview=']) {
    const { seen: previews, headers } = await renderPreview(url)
    expect(previews).toEqual([null])
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('leaves pages without a token and sent forms unchanged', async () => {
  for (const [url, method] of [
    ['/business/building', 'GET'],
    ['/consult?preview=right', 'POST'],
  ] as const) {
    const { seen: previews, asked: tokens, headers } = await renderPreview(url, method)
    expect([previews, tokens, headers.get('x-robots-tag')]).toEqual([[undefined], [], null])
  }
})
