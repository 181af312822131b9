import { afterEach, expect, it, vi } from 'vitest'
import { createKeyedLimiter } from './keyed-limiter.ts'

const refusal = () => new Error('crowded')

afterEach(() => {
  vi.useRealTimers()
})

it('runs the allowed number of tasks per key in order, also after a failure, and forgets idle keys', async () => {
  const limiter = createKeyedLimiter(2, 60_000, refusal)
  const started: number[] = []
  const ends: (() => void)[] = []
  let atOnce = 0
  let maxRunning = 0
  const work = (name: string, number: number) =>
    limiter.run(name, async () => {
      started.push(number)
      atOnce += 1
      maxRunning = Math.max(maxRunning, atOnce)
      await new Promise<void>((resolve) => ends.push(resolve))
      atOnce -= 1
      if (number === 1) throw new Error('broken')
      return number
    })
  const all = Promise.allSettled([0, 1, 2, 3, 4].map((number) => work('lot', number)))
  expect(started).toEqual([0, 1])
  for (let left = 5; left > 0; left -= 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
  }
  expect((await all).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect(started).toEqual([0, 1, 2, 3, 4])
  expect(maxRunning).toBe(2)
  expect(limiter.size()).toBe(0)
  // Another key does not wait.
  const [first, second, third] = [work('one', 5), work('one', 6), work('other', 7)]
  expect(started.slice(5)).toEqual([5, 6, 7])
  for (const end of ends.splice(0)) end()
  expect(await Promise.all([first, second, third])).toEqual([5, 6, 7])
})

it('removes a task that waited too long and runs the next one', async () => {
  vi.useFakeTimers()
  const limiter = createKeyedLimiter(1, 10_000, refusal)
  const started: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) =>
    limiter.run('lot', async () => {
      started.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      return name
    })
  const first = work('first')
  const second = work('second')
  const secondAnswer = expect(second).rejects.toThrow('crowded')
  await vi.advanceTimersByTimeAsync(9999)
  const third = work('third')
  await vi.advanceTimersByTimeAsync(1)
  await secondAnswer
  ends.shift()?.()
  expect(await first).toBe('first')
  await vi.advanceTimersByTimeAsync(10_000)
  // A running task is not interrupted.
  expect(started).toEqual(['first', 'third'])
  ends.shift()?.()
  expect(await third).toBe('third')
  expect(limiter.size()).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})
