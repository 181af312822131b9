import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { submission } from '#firm/forms/submission/contract.ts'
import { form, photograph, picture } from '#test/files/sample-files.ts'
import { createTestApi, type TestApi } from '#test/server/test-api.ts'
import { media } from './contract.ts'
import { PictureQueue, pictureQueue } from './picture-queue.ts'

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

describe('a queue for pictures', () => {
  it('runs one task at a time in order, also after a failure', async () => {
    const queue = new PictureQueue()
    const done: number[] = []
    let running = 0
    let maxRunning = 0
    const work = (number: number) => async () => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await new Promise(setImmediate)
      running -= 1
      if (number === 2) throw new Error('broken')
      done.push(number)
    }
    await Promise.allSettled([1, 2, 3, 4].map((number) => queue.run(work(number))))
    expect([maxRunning, done]).toEqual([1, [1, 3, 4]])
  })

  it('refuses requests beyond its length with busy, but never jobs', async () => {
    const queue = new PictureQueue({ longest: 2 })
    let open: () => void = () => undefined
    const first = queue.run(() => new Promise<void>((resolve) => (open = resolve)))
    const others = [1, 2, 3, 4].map(() => codeOf(queue.run(async () => undefined)))
    const job = codeOf(queue.runLater(async () => undefined))
    await new Promise(setImmediate)
    open()
    await first
    expect([...(await Promise.all(others)), await job]).toEqual(['done', 'done', 'busy', 'busy', 'done'])
    expect(await codeOf(queue.run(async () => undefined))).toBe('done')
  })
})

describe('uploaded pictures', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi()
  })
  afterAll(() => api.close())

  it('are decoded one at a time under concurrent uploads', { tags: ['deep'] }, async () => {
    const editor = await api.actor(['console', 'console:upload'])
    const bytes = await photograph(2400, 1800)
    let maxRunning = 0
    const look = () => {
      maxRunning = Math.max(maxRunning, sharp.counters().process)
    }
    sharp.queue.on('change', look)
    await Promise.all(
      Array.from({ length: 8 }, () => api.client(media, editor).upload({ form: form('file', ['a.jpg', bytes]) })),
    )
    sharp.queue.off('change', look)
    expect(maxRunning).toBe(1)
  })

  it('are refused with 503 while too many wait, and leave nothing behind', async () => {
    const editor = await api.actor(['console', 'console:upload'])
    let open: () => void = () => undefined
    const held = pictureQueue.runLater(() => new Promise<void>((resolve) => (open = resolve)))
    const waiting = Array.from({ length: 20 }, () => pictureQueue.runLater(async () => undefined))
    const folder = join(api.services.settings.dataDirectory, 'files')
    await mkdir(folder, { recursive: true })
    const before = await readdir(folder, { recursive: true })
    const png = await picture('png')
    const refused = [
      api.client(media, editor).upload({ form: form('file', ['a.png', png]) }),
      api.client(submission).upload({
        params: { kind: 'consult' },
        form: form('file', ['a.png', png]),
      } as never),
    ]
    // Await both together: if one rejects while the other is awaited, Node reports an unhandled rejection.
    await Promise.all(
      refused.map((upload) =>
        expect(upload).rejects.toMatchObject({
          status: 503,
          refusal: { code: 'busy', message: expect.stringContaining('많습니다') },
          retryAfter: expect.any(Number),
        }),
      ),
    )
    expect(await readdir(folder, { recursive: true })).toEqual(before)
    open()
    await Promise.all([held, ...waiting])
    expect((await api.client(media, editor).upload({ form: form('file', ['a.png', png]) })).medium.kind).toBe('picture')
  })
})
