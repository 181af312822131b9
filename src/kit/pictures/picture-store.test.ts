import { mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AppError } from '../errors.ts'
import { PictureStore } from './picture-store.ts'

let directory: string
beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'daecheong-pictures-')), 'kept')
})
afterEach(() => rm(join(directory, '..'), { recursive: true, force: true }))

/** Creates a slow renderer that counts its calls and their concurrency. */
const maker = () => {
  const counts = { made: 0, now: 0, most: 0 }
  const make = async () => {
    counts.made += 1
    counts.now += 1
    counts.most = Math.max(counts.most, counts.now)
    await wait(20)
    counts.now -= 1
    return Buffer.from(`picture ${counts.made}`)
  }
  return { counts, make }
}

type Obtain = (name: string, version: string, make: () => Promise<Buffer>) => Promise<unknown>

/** Control: check, then render, without single flight. */
const naive = (store: PictureStore): Obtain => {
  return async (name, _version, make) => (await store.find(name)) ?? { body: await make() }
}

const obtainFifty = (obtain: Obtain, make: () => Promise<Buffer>) =>
  Promise.all(Array.from({ length: 50 }, () => obtain('ko/story/a', '1', make)))

describe('fifty who ask at once', () => {
  it('get one picture, drawn once', async () => {
    const store = new PictureStore({ directory })
    const { counts, make } = maker()
    const answers = await obtainFifty((...results) => store.obtain(...results), make)
    expect(counts.made).toBe(1)
    expect(new Set(answers).size).toBe(1)
    expect(await readdir(directory)).toHaveLength(1)
  })

  it('draw it many times with the naive version', async () => {
    const { counts, make } = maker()
    await obtainFifty(naive(new PictureStore({ directory })), make)
    expect(counts.made).toBeGreaterThan(1)
  })
})

describe('many pictures at once', () => {
  it('are drawn one after another; requests beyond the queue are asked to retry', async () => {
    const store = new PictureStore({ directory, maxQueued: 4 })
    const { counts, make } = maker()
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, at) => store.obtain(`name ${at}`, '1', make)),
    )
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as AppError] : []))
    expect([counts.made, counts.most, refused.length]).toEqual([4, 1, 26])
    for (const error of refused) expect([error.code, error.details.retryAfter]).toEqual(['busy', 5])
    // The queue accepts requests again, including refused ones.
    await store.obtain('name 29', '1', make)
    expect(counts.made).toBe(5)
  })

  it('continue after one that fails', async () => {
    const store = new PictureStore({ directory, maxQueued: 2 })
    const { make } = maker()
    const failing = store.obtain('a', '1', () => Promise.reject(new Error('no ink')))
    const next = store.obtain('b', '1', make)
    await expect(failing).rejects.toThrow('no ink')
    await expect(next).resolves.toMatchObject({ version: '1' })
    await expect(store.obtain('a', '1', make)).resolves.toMatchObject({ body: Buffer.from('picture 2') })
  })
})

describe('a kept picture', () => {
  it('survives the process, is replaced by a new version and can be removed', async () => {
    const { counts, make } = maker()
    const first = await new PictureStore({ directory }).obtain('a', '1', make)
    const store = new PictureStore({ directory })
    expect(await store.obtain('a', '1', make)).toEqual(first)
    expect(await store.find('a')).toEqual(first)
    expect(counts.made).toBe(1)
    const second = await store.obtain('a', '2', make)
    expect(second.print).not.toBe(first.print)
    expect(await store.find('a')).toEqual(second)
    expect(await readdir(directory)).toHaveLength(1)
    await store.remove('a')
    await store.remove('a')
    expect(await store.find('a')).toBeNull()
  })

  it('is drawn again if its file is damaged or foreign', async () => {
    const store = new PictureStore({ directory })
    const { counts, make } = maker()
    await store.obtain('a', '1', make)
    const [file = ''] = await readdir(directory)
    const path = join(directory, file)
    const { length } = await readFile(path)
    for (const spoil of [() => truncate(path, length - 3), () => truncate(path, 0), () => writeFile(path, '{}\n')]) {
      await spoil()
      expect(await store.find('a')).toBeNull()
      await store.obtain('a', '1', make)
    }
    expect(counts.made).toBe(4)
  })

  it('is evicted beyond the limit, like leftovers of killed processes', async () => {
    const { make } = maker()
    const seed = new PictureStore({ directory })
    for (const name of ['a', 'b', 'c']) await seed.obtain(name, '1', make)
    const long = new Date('2026-01-01')
    await writeFile(join(directory, 'left.part'), 'half')
    await utimes(join(directory, 'left.part'), long, long)
    for (const file of await readdir(directory)) await utimes(join(directory, file), long, long)
    const store = new PictureStore({ directory, maxPictures: 1 })
    await store.obtain('d', '1', make)
    expect(await readdir(directory)).toHaveLength(1)
    expect(await store.find('d')).not.toBeNull()
  })

  it('is answered without being stored on a full disk, with a log entry', async () => {
    await writeFile(directory, 'a file where the folder should be')
    const errors: unknown[] = []
    const store = new PictureStore({ directory, onError: (error) => errors.push(error) })
    const { make } = maker()
    await expect(store.obtain('a', '1', make)).resolves.toMatchObject({ body: Buffer.from('picture 1') })
    expect(errors).toHaveLength(1)
  })
})
