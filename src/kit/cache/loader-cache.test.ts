import { describe, expect, test } from 'vitest'
import { type CacheScope, createCacheScope } from './cache-scope.ts'
import { LoaderCache } from './loader-cache.ts'

/** Creates a list that returns its current value in two steps, so that events can happen in between. */
const createWorld = () => {
  const world = { value: 'one', made: 0, time: 1000, until: Number.POSITIVE_INFINITY, between: async () => {} }
  const loaderCache = new LoaderCache({ now: () => world.time })
  loaderCache.setListening(true)
  const make = async (scope: CacheScope) => {
    world.made += 1
    scope.tags.add('board:news')
    scope.until = world.until
    const { value } = world
    await world.between()
    return { list: [value] }
  }
  const read = async (reader = createCacheScope(), key = 'ko /list') => loaderCache.read(key, reader, make)
  return { world, readings: loaderCache, read }
}

describe('reading', () => {
  test('calls the loader once and passes its tags and expiry to every reader', async () => {
    const { world, read } = createWorld()
    world.until = 5000
    const first = createCacheScope()
    const second = createCacheScope()
    expect(await read(first)).toEqual({ list: ['one'] })
    expect(await read(second)).toEqual({ list: ['one'] })
    expect(world.made).toBe(1)
    for (const scope of [first, second]) expect(scope).toEqual({ tags: new Set(['board:news']), until: 5000 })
  })

  test('shares one call among concurrent readers', async () => {
    const { world, read } = createWorld()
    await Promise.all(Array.from({ length: 50 }, () => read()))
    expect(world.made).toBe(1)
  })

  test('protects the cached value from changes by a reader', async () => {
    const { read } = createWorld()
    const answer = (await read()) as { list: string[] }
    expect(() => answer.list.push('mine')).toThrow(TypeError)
  })

  test('caches each language and address separately', async () => {
    const { world, read } = createWorld()
    await read()
    await read(createCacheScope(), 'en /list')
    await read(createCacheScope(), 'ko /list?page=2')
    expect(world.made).toBe(3)
  })

  test('passes a failure to its readers and does not cache it', async () => {
    const { readings: loaderCache, read } = createWorld()
    const broken = loaderCache.read('ko /list', createCacheScope(), () => Promise.reject(new Error('away')))
    await expect(broken).rejects.toThrow('away')
    expect(await read()).toEqual({ list: ['one'] })
  })
})

describe('a change', () => {
  test('reloads after a change of its tag, and not of another tag', async () => {
    const { world, readings: loaderCache, read } = createWorld()
    await read()
    world.value = 'two'
    loaderCache.invalidate(['office'])
    expect(await read()).toEqual({ list: ['one'] })
    loaderCache.invalidate(['board:news'])
    expect(await read()).toEqual({ list: ['two'] })
    loaderCache.invalidate(['*'])
    world.value = 'three'
    expect(await read()).toEqual({ list: ['three'] })
  })

  test('does not cache or share a value whose tag changed while it was loading', async () => {
    const { world, readings: loaderCache, read } = createWorld()
    const paused = Promise.withResolvers<void>()
    world.between = () => paused.promise
    const before = read()
    world.value = 'two'
    loaderCache.invalidate(['board:news'])
    world.between = async () => {}
    expect(await read()).toEqual({ list: ['two'] })
    paused.resolve()
    expect(await before).toEqual({ list: ['one'] })
    expect(await read()).toEqual({ list: ['two'] })
  })

  test('reloads once its expiry has passed', async () => {
    const { world, read } = createWorld()
    world.until = 5000
    await read()
    world.value = 'two'
    world.time = 5000
    world.until = Number.POSITIVE_INFINITY
    expect(await read()).toEqual({ list: ['two'] })
  })

  test('caches nothing while change notifications do not arrive', async () => {
    const { world, readings: loaderCache, read } = createWorld()
    await read()
    loaderCache.setListening(false)
    world.value = 'two'
    expect(await read()).toEqual({ list: ['two'] })
    world.value = 'three'
    expect(await read()).toEqual({ list: ['three'] })
  })
})
