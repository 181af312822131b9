import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { createTestSource } from './test-source.ts'

describe('failures', () => {
  test('serves the last good copy and retries after 250, 500, 1000 ms up to 10 s', async () => {
    const { world, cache, body } = createTestSource()
    await body()
    cache.invalidateAll()
    world.broken = true
    for (const pause of [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]) {
      const before = world.made
      expect(await body()).toBe('one')
      expect(world.made).toBe(before + 1)
      world.time += pause - 1
      for (let time = 0; time < 50; time += 1) expect(await body()).toBe('one')
      expect(world.made).toBe(before + 1)
      world.time += 1
    }
    world.broken = false
    world.value = 'two'
    expect(await body()).toBe('two')
    world.broken = true
    cache.invalidateAll()
    await body()
    world.time += 250
    const before = world.made
    await body()
    expect(world.made).toBe(before + 1)
  })

  test('serves one failure to all requests when there is no copy', async () => {
    const { world, ask } = createTestSource()
    world.broken = true
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask()))
    expect(answers.every(({ status, body }) => status === 503 && body === 'broken')).toBe(true)
    await ask()
    expect(world.made).toBe(1)
    world.broken = false
    world.time += 250
    expect(await ask()).toEqual({ status: 200, body: 'one' })
  })

  test('treats and reports a thrown error as a failure', async () => {
    const onFailure = vi.fn()
    const { world, ask } = createTestSource({ onFailure })
    world.between = () => Promise.reject(new Error('out of order'))
    expect((await ask()).status).toBe(503)
    expect(onFailure).toHaveBeenCalledOnce()
  })

  test('never caches a failure as an answer', async () => {
    const { world, ask, cache } = createTestSource()
    world.broken = true
    await ask()
    expect(cache.counters().entries).toBe(0)
  })

  test('serves the copy when rendering takes too long', async () => {
    const { world, body, cache } = createTestSource({ freshWait: 20 })
    await body()
    const gate = Promise.withResolvers<void>()
    world.between = () => gate.promise
    world.value = 'two'
    cache.invalidateAll()
    const startedAt = performance.now()
    expect(await body()).toBe('one')
    expect(performance.now() - startedAt).toBeLessThan(200)
    gate.resolve()
    await wait(5)
    expect(await body()).toBe('two')
    expect(world.made).toBe(2)
  })

  test('does not make later requests wait for a slow rendering again', async () => {
    const { world, body, cache } = createTestSource({ freshWait: 300 })
    await body()
    const gate = Promise.withResolvers<void>()
    world.between = () => gate.promise
    cache.invalidateAll()
    const first = body()
    world.time += 300
    const startedAt = performance.now()
    expect(await body()).toBe('one')
    expect(performance.now() - startedAt).toBeLessThan(150)
    gate.resolve()
    await first
  })
})

describe('hearing', () => {
  test('marks everything stale and serves copies when notifications are lost', async () => {
    const { world, body, cache } = createTestSource()
    await body()
    const gate = Promise.withResolvers<void>()
    world.between = () => gate.promise
    world.value = 'two'
    cache.setListening(false)
    expect(await body()).toBe('one')
    gate.resolve()
    await wait(5)
    expect(await body()).toBe('two')
  })

  test('treats answers rendered without notifications as fresh for a second', async () => {
    const { world, body, cache } = createTestSource()
    cache.setListening(false)
    await body()
    await body()
    expect(world.made).toBe(1)
    world.value = 'two'
    world.time += 1000
    expect(await body()).toBe('one')
    await wait(5)
    expect(await body()).toBe('two')
  })

  test('marks everything stale and clears failures when notifications return', async () => {
    const { world, body, cache } = createTestSource()
    await body()
    cache.setListening(false)
    world.broken = true
    for (let time = 0; time < 8; time += 1) {
      await body()
      await wait(1)
      world.time += 10_000
    }
    world.broken = false
    world.value = 'two'
    expect(await body()).toBe('one')
    cache.setListening(true)
    expect(await body()).toBe('two')
  })

  test('does not treat an answer begun before the loss as fresh afterwards', async () => {
    const { world, body, cache } = createTestSource()
    world.between = async () => {
      world.between = async () => {}
      cache.setListening(false)
      world.value = 'two'
      cache.setListening(true)
    }
    await body()
    expect(await body()).toBe('two')
  })
})
