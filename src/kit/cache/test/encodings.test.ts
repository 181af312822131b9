import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createCacheScope } from '../cache-scope.ts'
import type { EncodedAnswer } from '../encoded-answer.ts'
import { type Source, TagCache } from '../tag-cache.ts'

const compressionDelay = 40

/** Creates a page of 5,000 characters that shows one post. */
const createPage = () => {
  let version = 0
  const source: Source = {
    name: 'pages',
    vary: 'Accept-Encoding',
    keyOf: (url) => url,
    async produce() {
      version += 1
      const scope = createCacheScope()
      scope.tags.add('board:news')
      return { status: 200, headers: {}, body: Buffer.from(`${version} `.repeat(2500)), scope }
    },
  }
  const cache = new TagCache([source], { compressionDelay: compressionDelay })
  cache.setListening(true)
  return { source, cache, ask: () => cache.obtain(source, '/') }
}

const codings = ({ representations }: EncodedAnswer) => Object.keys(representations).sort()

test('serves plain and gzip first and adds brotli once the answer is idle', async () => {
  const { ask } = createPage()
  const first = await ask()
  expect(codings(first)).toEqual(['gzip', 'identity'])
  await vi.waitFor(() => expect(codings(first)).toEqual(['br', 'gzip', 'identity']), 30_000)
})

test('never compresses an answer with brotli that is replaced before', async () => {
  const { cache, ask } = createPage()
  const first = await ask()
  cache.invalidate(['board:news'])
  const second = await ask()
  expect(second).not.toBe(first)
  await vi.waitFor(() => expect(codings(second)).toEqual(['br', 'gzip', 'identity']), 30_000)
  await wait(compressionDelay)
  expect(codings(first)).toEqual(['gzip', 'identity'])
})
