import { chmod, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCacheScope } from './cache-scope.ts'
import { openDiskCopies } from './disk-copies.ts'
import type { Answer } from './encoded-answer.ts'
import { type Source, TagCache } from './tag-cache.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'daecheong-copies-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const answerOf = (text: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from(text),
  scope: { tags: new Set(['board:news', 'setting']), until: Number.POSITIVE_INFINITY },
})

const open = (build = 'build-1', more = {}) => openDiskCopies({ directory, build, ...more })

test('reads back a complete copy after a restart', async () => {
  const first = await open()
  first.write('pages', '/', answerOf('하나\n둘'))
  first.write('api', 'ko /api/v1/boards?code=news', answerOf('{}'))
  await first.close()
  const copies = await (await open()).read()
  expect(copies).toHaveLength(2)
  const page = copies.find(({ source }) => source === 'pages')
  expect(page).toMatchObject({ key: '/', answer: { status: 200, headers: { 'content-type': 'text/html' } } })
  expect(page?.answer.body.toString()).toBe('하나\n둘')
  expect([...(page?.answer.scope.tags ?? [])]).toEqual(['board:news', 'setting'])
})

test('writes only the last version of a key that changes often', async () => {
  const disk = await open()
  for (let version = 0; version <= 100; version += 1) disk.write('pages', '/', answerOf(`version ${version}`))
  await disk.close()
  const [copy] = await (await open()).read()
  expect(copy?.answer.body.toString()).toBe('version 100')
  expect(await readdir(join(directory, 'build-1'))).toHaveLength(1)
})

test('does not return a removed copy', async () => {
  const disk = await open()
  disk.write('pages', '/', answerOf('here'))
  await disk.close()
  disk.remove('pages', '/')
  await disk.close()
  expect(await (await open()).read()).toEqual([])
})

test('drops copies of another build', async () => {
  const disk = await open('build-1')
  disk.write('pages', '/', answerOf('old assets'))
  await disk.close()
  expect(await (await open('build-2')).read()).toEqual([])
  expect(await readdir(directory)).toEqual(['build-2'])
})

test('drops truncated, altered and temporary files, and reads the others', async () => {
  const disk = await open()
  for (const key of ['/', '/half', '/changed']) disk.write('pages', key, answerOf(`text of ${key}`))
  await disk.close()
  const folder = join(directory, 'build-1')
  for (const name of await readdir(folder)) {
    const file = await readFile(join(folder, name))
    if (file.includes('/half')) await writeFile(join(folder, name), file.subarray(0, -3))
    if (file.includes('/changed')) await writeFile(join(folder, name), file.toString().replace('text of', 'test of'))
  }
  await writeFile(join(folder, 'abc.copy.1234'), 'left over')
  await writeFile(join(folder, 'empty.copy'), '')
  const copies = await (await open()).read()
  expect(copies.map(({ key }) => key)).toEqual(['/'])
  expect(await readdir(folder)).toHaveLength(1)
})

test('reads up to the byte limit and removes the oldest copies', async () => {
  const disk = await open()
  for (const key of ['/a', '/b', '/c']) disk.write('pages', key, answerOf('x'.repeat(1000)))
  await disk.close()
  const folder = join(directory, 'build-1')
  for (const name of await readdir(folder))
    if ((await readFile(join(folder, name))).includes('"/a"')) await utimes(join(folder, name), 1, 1)
  const copies = await (await open('build-1', { maxBytes: 2600 })).read()
  expect(copies.map(({ key }) => key).sort()).toEqual(['/b', '/c'])
  expect(await readdir(folder)).toHaveLength(2)
})

test('keeps at most the maximum number of copies and removes the oldest', async () => {
  const disk = await open('build-1', { maxCopies: 3 })
  for (const key of ['/a', '/b', '/c', '/a', '/d', '/e']) disk.write('pages', key, answerOf(key))
  await disk.close()
  const reopened = await open('build-1', { maxCopies: 3 })
  expect((await reopened.read()).map(({ key }) => key).sort()).toEqual(['/a', '/d', '/e'])
  reopened.write('pages', '/f', answerOf('/f'))
  await reopened.close()
  expect(await readdir(join(directory, 'build-1'))).toHaveLength(3)
})

test('reports a disk that refuses writes without failing an answer', async () => {
  const onError = vi.fn()
  const disk = await open('build-1', { onError })
  await rm(join(directory, 'build-1'), { recursive: true })
  await writeFile(join(directory, 'build-1'), 'a file in the folder’s place')
  await chmod(join(directory, 'build-1'), 0o600)
  disk.write('pages', '/', answerOf('text'))
  await disk.close()
  expect(onError).toHaveBeenCalled()
  expect(await (await open('build-1', { onError })).read()).toEqual([])
})

test('serves the copy after a restart without the database, and renders again once the database is back', async () => {
  const gate = Promise.withResolvers<Answer>()
  const source: Source = { name: 'pages', vary: '', keyOf: (url) => url, produce: () => gate.promise }
  const first = await open()
  first.write('pages', '/', answerOf('yesterday'))
  await first.close()

  const cache = new TagCache([source], { disk: await open() })
  expect(await cache.restore()).toBe(1)
  expect(cache.fresh(source, '/')).toBeUndefined()
  const copy = await cache.obtain(source, '/')
  expect(copy.representations.identity.body.toString()).toBe('yesterday')

  cache.setListening(true)
  gate.resolve({ ...answerOf('today'), scope: createCacheScope() })
  const fresh = await cache.obtain(source, '/')
  expect(fresh.representations.identity.body.toString()).toBe('today')
  await cache.close()
  const [kept] = await (await open()).read()
  expect(kept?.answer.body.toString()).toBe('today')
})
