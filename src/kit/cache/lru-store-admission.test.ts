import { expect, test } from 'vitest'
import { type Entry, LruStore } from './lru-store.ts'

const entryOf = (key: string, bytes = 4000): Entry => ({
  key,
  status: 200,
  tags: new Set(['board:news']),
  fresh: true,
  until: Number.POSITIVE_INFINITY,
  representations: { identity: { body: Buffer.alloc(bytes), etag: '', head: [], notModified: [] } },
})

const askThreeTimes = (shelf: LruStore, key: string) => {
  for (let time = 0; time < 3; time += 1) shelf.get(key)
}

test('keeps frequently requested entries when ten times as many are requested once', () => {
  const dropped: string[] = []
  const shelf = new LruStore({ maxBytes: 60_000, maxRefusals: 10, refusalBytes: 1_000_000 }, ({ key }) =>
    dropped.push(key),
  )
  shelf.put(entryOf('/'))
  askThreeTimes(shelf, '/')
  for (let page = 0; page < 100; page += 1) shelf.put(entryOf(`/${page}`))
  expect(shelf.get('/')).toBeDefined()
  expect(dropped).not.toContain('/')
  expect(shelf.bytes).toBeLessThanOrEqual(60_000)
})

test('keeps the segment and the tags of an entry that is rendered again', () => {
  const shelf = new LruStore({ maxBytes: 60_000, maxRefusals: 10, refusalBytes: 1_000_000 }, () => {})
  shelf.put(entryOf('/'))
  askThreeTimes(shelf, '/')
  const again = entryOf('/')
  shelf.put(again)
  for (let page = 0; page < 100; page += 1) shelf.put({ ...entryOf(`/${page}`), tags: new Set() })
  expect(shelf.get('/')).toBe(again)
  expect(shelf.touch(['board:news'])).toBe(1)
  expect(again.fresh).toBe(false)
})

test('evicts the least recently used of frequent entries and respects the byte limit', () => {
  const dropped: string[] = []
  const shelf = new LruStore({ maxBytes: 60_000, maxRefusals: 10, refusalBytes: 1_000_000 }, ({ key }) =>
    dropped.push(key),
  )
  for (let page = 0; page < 100; page += 1) {
    shelf.put(entryOf(`/${page}`))
    askThreeTimes(shelf, `/${page}`)
    expect(shelf.bytes).toBeLessThanOrEqual(60_000)
  }
  expect(dropped.slice(0, 3)).toEqual(['/0', '/1', '/2'])
  expect(shelf.get('/99')).toBeDefined()
  expect(shelf.touch(['board:news'])).toBe(shelf.count)
})

test('limits the number of entries, however small', () => {
  const shelf = new LruStore(
    { maxBytes: 60_000_000, maxEntries: 20, maxRefusals: 10, refusalBytes: 1_000_000 },
    () => {},
  )
  shelf.put(entryOf('/', 10))
  askThreeTimes(shelf, '/')
  for (let page = 0; page < 100; page += 1) shelf.put(entryOf(`/${page}`, 10))
  expect(shelf.count).toBe(20)
  expect(shelf.get('/')).toBeDefined()
})
