import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Answer } from '../encoded-answer.ts'
import { createTestSource } from './test-source.ts'

describe('making', () => {
  test('renders an answer once and then serves it from memory', async () => {
    const { world, body, cache } = createTestSource()
    for (let time = 0; time < 5; time += 1) expect(await body()).toBe('one')
    expect(world.made).toBe(1)
    expect(cache.counters()).toMatchObject({ hits: 4, misses: 1, made: 1, entries: 1 })
  })

  test('renders once for 200 concurrent requests', async () => {
    const { world, body } = createTestSource()
    world.between = () => wait(20)
    const bodies = await Promise.all(Array.from({ length: 200 }, () => body()))
    expect(world.made).toBe(1)
    expect(new Set(bodies)).toEqual(new Set(['one']))
  })

  test('renders at most as many answers concurrently as configured', async () => {
    const { world, body } = createTestSource({ maxRenders: 3 })
    let present = 0
    let maxConcurrent = 0
    world.between = async () => {
      present += 1
      maxConcurrent = Math.max(maxConcurrent, present)
      await wait(2)
      present -= 1
    }
    await Promise.all(Array.from({ length: 20 }, (_, index) => body(`/${index}`)))
    expect(world.made).toBe(20)
    expect(maxConcurrent).toBe(3)
  })

  test('refuses requests beyond the queue length immediately', async () => {
    const { world, ask } = createTestSource({ maxRenders: 1, maxQueued: 5 })
    const gate = Promise.withResolvers<void>()
    world.between = () => gate.promise
    const answers = Array.from({ length: 10 }, (_, index) => ask(`/${index}`))
    expect((await Promise.all(answers.slice(6))).map(({ status }) => status)).toEqual([503, 503, 503, 503])
    gate.resolve()
    expect((await Promise.all(answers.slice(0, 6))).every(({ status }) => status === 200)).toBe(true)
  })

  test('evicts the least recently used first and respects the byte limit', async () => {
    const { world, body, cache } = createTestSource({ maxBytes: 100_000 })
    world.value = 'x'.repeat(900)
    for (let page = 0; page < 100; page += 1) {
      await body(`/${page}`)
      await body('/home')
    }
    expect(cache.counters().bytes).toBeLessThanOrEqual(100_000)
    expect(cache.counters().entries).toBeLessThan(40)
    const before = world.made
    await body('/home')
    expect(world.made).toBe(before)
    await body('/0')
    expect(world.made).toBe(before + 1)
  })

  test('serves an answer larger than its share without caching it', async () => {
    const { world, body, cache } = createTestSource({ maxBytes: 80_000 })
    world.value = 'y'.repeat(20_000)
    expect(await body()).toHaveLength(20_000)
    expect(cache.counters().entries).toBe(0)
    cache.invalidate(['board:news'])
  })
})

describe('changes', () => {
  test('renders only answers with a touched tag again', async () => {
    const { world, body, cache } = createTestSource()
    await body('/')
    world.tags = ['offices']
    await body('/contact')
    world.value = 'two'
    cache.invalidate(['board:news', 'popups'])
    expect(await body('/')).toBe('two')
    expect(await body('/contact')).toBe('one')
    cache.invalidate(['*'])
    expect(await body('/contact')).toBe('two')
  })

  test('ignores former tags of an answer after a change', async () => {
    const { world, body, cache } = createTestSource()
    await body()
    world.tags = ['offices']
    cache.invalidate(['board:news'])
    await body()
    cache.invalidate(['board:news'])
    await body()
    expect(world.made).toBe(2)
  })

  test('marks an answer stale when its content starts or ends', async () => {
    const { world, body } = createTestSource()
    world.until = world.time + 5000
    await body()
    world.value = 'two'
    world.time += 4999
    expect(await body()).toBe('one')
    world.time += 1
    world.until = Number.POSITIVE_INFINITY
    expect(await body()).toBe('two')
  })

  test('serves a page that changes during every rendering and renders it again next time', async () => {
    const { world, body, cache } = createTestSource()
    world.between = async () => cache.invalidate(['board:news'])
    expect(await body()).toBe('one')
    expect(world.made).toBe(3)
    world.between = async () => {}
    world.value = 'two'
    expect(await body()).toBe('two')
  })
})

/** Control: single flight and removal by tag only, as a first attempt would implement it. */
const naiveCache = (make: () => Promise<Answer>) => {
  let entry: Answer | undefined
  let flight: Promise<Answer> | undefined
  return {
    touch: () => {
      entry = undefined
    },
    get: async () => {
      if (entry) return entry
      flight ??= make().finally(() => {
        flight = undefined
      })
      entry = await flight
      return entry
    },
  }
}

describe('a change that is announced while the response is rendered', () => {
  /** Reads, commits and announces a change, then stores the answer; returns what the next visitor sees. */
  const changeBetween = async (isNaive: boolean) => {
    const { world, source, cache, body } = createTestSource()
    const naive = naiveCache(() => source.produce('/'))
    world.between = async () => {
      world.between = async () => {}
      world.value = 'two'
      cache.invalidate(['board:news'])
      naive.touch()
    }
    if (!isNaive) {
      await body()
      return body()
    }
    await naive.get()
    return (await naive.get()).body.toString()
  }

  test('is applied', async () => {
    expect(await changeBetween(false)).toBe('two')
  })

  test('is lost by the naive version', async () => {
    expect(await changeBetween(true)).toBe('one')
  })

  test('is visible to requests after it, even if the rendering began before', async () => {
    const { world, body, cache } = createTestSource()
    const gate = Promise.withResolvers<void>()
    world.between = () => gate.promise
    const early = body()
    await wait(5)
    world.value = 'two'
    cache.invalidate(['board:news'])
    const late = body()
    world.between = async () => {}
    gate.resolve()
    expect(await late).toBe('two')
    expect(await early).toBe('two')
    expect(world.made).toBe(2)
  })

  test('is applied even if another answer finishes meanwhile', async () => {
    const { world, body, cache } = createTestSource()
    const gate = Promise.withResolvers<void>()
    world.between = () => gate.promise
    const slow = body('/slow')
    await wait(5)
    world.between = async () => {}
    cache.invalidate(['board:news'])
    await body('/quick')
    world.value = 'two'
    gate.resolve()
    await slow
    expect(await body('/slow')).toBe('two')
  })

  test('never leaves an outdated answer in 300 random orders', { tags: ['deep'] }, async () => {
    for (let run = 0; run < 300; run += 1) {
      const { world, body, cache } = createTestSource()
      let committed = 0
      world.value = '0'
      world.between = () => (Math.random() < 0.5 ? Promise.resolve() : wait(Math.random() * 2))
      const change = async () => {
        await wait(Math.random() * 3)
        committed += 1
        world.value = String(committed)
        if (Math.random() < 0.5) await wait(Math.random())
        cache.invalidate(['board:news'])
      }
      const visits = Array.from({ length: 6 }, () => wait(Math.random() * 4).then(() => body()))
      await Promise.all([change(), change(), change(), ...visits])
      expect(await body()).toBe('3')
    }
  })
})

describe('refusals', () => {
  test('caches few answers for addresses that do not exist, separately', async () => {
    const { world, body, ask, cache } = createTestSource({ maxRefusals: 10 })
    await body('/home')
    world.status = 404
    for (let page = 0; page < 500; page += 1) await ask(`/none-${page}`)
    expect(cache.counters().entries).toBe(11)
    expect((await ask('/none-499')).status).toBe(404)
    const before = world.made
    await body('/home')
    expect(world.made).toBe(before)
  })

  test('renews a refusal after ten seconds, or immediately when its tag is touched', async () => {
    const { world, ask, cache } = createTestSource()
    world.status = 404
    await ask()
    world.status = 200
    expect((await ask()).status).toBe(404)
    cache.invalidate(['board:news'])
    expect((await ask()).status).toBe(200)
    world.status = 404
    cache.invalidate(['board:news'])
    expect((await ask()).status).toBe(404)
    world.status = 200
    world.time += 10_000
    expect((await ask()).status).toBe(200)
  })
})
