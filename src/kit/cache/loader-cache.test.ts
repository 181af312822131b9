import { describe, expect, test } from 'vitest'
import { type CacheScope, createCacheScope } from './cache-scope.ts'
import { LoaderCache } from './loader-cache.ts'

/** Creates a list that returns its current value in two steps, so that events can happen in between. */
const createWorld = () => {
  const world = { value: 'one', made: 0, time: 1000, until: Number.POSITIVE_INFINITY, between: async () => {} }
  const readings = new LoaderCache({ now: () => world.time })
  readings.setHearing(true)
  const make = async (scope: CacheScope) => {
    world.made += 1
    scope.tags.add('board:news')
    scope.until = world.until
    const { value } = world
    await world.between()
    return { list: [value] }
  }
  const read = async (reader = createCacheScope(), key = 'ko /list') => readings.read(key, reader, make)
  return { world, readings, read }
}

describe('reading', () => {
  test('is done once, and gives every reader its tags and its end', async () => {
    const { world, read } = createWorld()
    world.until = 5000
    const first = createCacheScope()
    const second = createCacheScope()
    expect(await read(first)).toEqual({ list: ['one'] })
    expect(await read(second)).toEqual({ list: ['one'] })
    expect(world.made).toBe(1)
    for (const scope of [first, second]) expect(scope).toEqual({ tags: new Set(['board:news']), until: 5000 })
  })

  test('many at once share one call', async () => {
    const { world, read } = createWorld()
    await Promise.all(Array.from({ length: 50 }, () => read()))
    expect(world.made).toBe(1)
  })

  test('a reader cannot change what others read', async () => {
    const { read } = createWorld()
    const answer = (await read()) as { list: string[] }
    expect(() => answer.list.push('mine')).toThrow(TypeError)
  })

  test('another language or address is another answer', async () => {
    const { world, read } = createWorld()
    await read()
    await read(createCacheScope(), 'en /list')
    await read(createCacheScope(), 'ko /list?page=2')
    expect(world.made).toBe(3)
  })

  test('a failure reaches its readers and is not kept', async () => {
    const { readings, read } = createWorld()
    const broken = readings.read('ko /list', createCacheScope(), () => Promise.reject(new Error('away')))
    await expect(broken).rejects.toThrow('away')
    expect(await read()).toEqual({ list: ['one'] })
  })
})

describe('a change', () => {
  test('of its tag makes it anew, of another does not', async () => {
    const { world, readings, read } = createWorld()
    await read()
    world.value = 'two'
    readings.touch(['office'])
    expect(await read()).toEqual({ list: ['one'] })
    readings.touch(['board:news'])
    expect(await read()).toEqual({ list: ['two'] })
    readings.touch(['*'])
    world.value = 'three'
    expect(await read()).toEqual({ list: ['three'] })
  })

  test('while it is read is neither kept nor joined by who comes after it', async () => {
    const { world, readings, read } = createWorld()
    const paused = Promise.withResolvers<void>()
    world.between = () => paused.promise
    const before = read()
    world.value = 'two'
    readings.touch(['board:news'])
    world.between = async () => {}
    expect(await read()).toEqual({ list: ['two'] })
    paused.resolve()
    expect(await before).toEqual({ list: ['one'] })
    expect(await read()).toEqual({ list: ['two'] })
  })

  test('by time makes it anew', async () => {
    const { world, read } = createWorld()
    world.until = 5000
    await read()
    world.value = 'two'
    world.time = 5000
    world.until = Number.POSITIVE_INFINITY
    expect(await read()).toEqual({ list: ['two'] })
  })

  test('that cannot be heard of leaves nothing to rely on', async () => {
    const { world, readings, read } = createWorld()
    await read()
    readings.setHearing(false)
    world.value = 'two'
    expect(await read()).toEqual({ list: ['two'] })
    world.value = 'three'
    expect(await read()).toEqual({ list: ['three'] })
  })
})
