import { createCacheScope } from '../cache-scope.ts'
import type { Answer, EncodedAnswer } from '../encoded-answer.ts'
import { type Source, TagCache, type TagCacheOptions } from '../tag-cache.ts'

export const bodyOf = (ready: EncodedAnswer) => ready.representations.identity.body.toString()

/** Test source whose answer is the current `value`, produced in two steps so that events can happen in between. */
export const createTestSource = (options: TagCacheOptions = {}) => {
  const world = {
    value: 'one',
    status: 200,
    tags: ['board:news'],
    until: Number.POSITIVE_INFINITY,
    made: 0,
    time: 1_000_000,
    /** Runs after the source has read and before it answers. */
    between: async () => {},
    broken: false,
  }
  const source: Source = {
    name: 'world',
    vary: 'Accept-Encoding',
    keyOf: (url) => url,
    async produce(): Promise<Answer> {
      world.made += 1
      const scope = createCacheScope()
      for (const tag of world.tags) scope.tags.add(tag)
      scope.until = world.until
      if (world.broken) return { status: 503, headers: {}, body: Buffer.from('broken'), scope }
      const read = world.value
      await world.between()
      return { status: world.status, headers: { 'content-type': 'text/plain' }, body: Buffer.from(read), scope }
    },
  }
  const cache = new TagCache([source], { now: () => world.time, freshWait: 50, ...options })
  cache.setListening(true)
  const obtain = async (key = '/') => {
    const ready = cache.fresh(source, key) ?? (await cache.obtain(source, key))
    return { status: ready.status, body: bodyOf(ready) }
  }
  return { world, source, cache, ask: obtain, body: async (key?: string) => (await obtain(key)).body }
}
