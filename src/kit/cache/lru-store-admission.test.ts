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

const askThreeTimes = (store: LruStore, key: string) => {
  for (let time = 0; time < 3; time += 1) store.get(key)
}

test('keeps frequently requested entries when ten times as many are requested once', () => {
  const dropped: string[] = []
  const store = new LruStore({ maxBytes: 60_000, maxRefusals: 10, maxRefusalBytes: 1_000_000 }, ({ key }) =>
    dropped.push(key),
  )
  store.put(entryOf('/'))
  askThreeTimes(store, '/')
  for (let page = 0; page < 100; page += 1) store.put(entryOf(`/${page}`))
  expect(store.get('/')).toBeDefined()
  expect(dropped).not.toContain('/')
  expect(store.bytes).toBeLessThanOrEqual(60_000)
})

test('keeps the segment and the tags of an entry that is rendered again', () => {
  const store = new LruStore({ maxBytes: 60_000, maxRefusals: 10, maxRefusalBytes: 1_000_000 }, () => {})
  store.put(entryOf('/'))
  askThreeTimes(store, '/')
  const readded = entryOf('/')
  store.put(readded)
  for (let page = 0; page < 100; page += 1) store.put({ ...entryOf(`/${page}`), tags: new Set() })
  expect(store.get('/')).toBe(readded)
  expect(store.invalidate(['board:news'])).toBe(1)
  expect(readded.fresh).toBe(false)
})

test('evicts the least recently used of frequent entries and respects the byte limit', () => {
  const dropped: string[] = []
  const store = new LruStore({ maxBytes: 60_000, maxRefusals: 10, maxRefusalBytes: 1_000_000 }, ({ key }) =>
    dropped.push(key),
  )
  for (let page = 0; page < 100; page += 1) {
    store.put(entryOf(`/${page}`))
    askThreeTimes(store, `/${page}`)
    expect(store.bytes).toBeLessThanOrEqual(60_000)
  }
  expect(dropped.slice(0, 3)).toEqual(['/0', '/1', '/2'])
  expect(store.get('/99')).toBeDefined()
  expect(store.invalidate(['board:news'])).toBe(store.count)
})

test('limits the number of entries, however small', () => {
  const store = new LruStore(
    { maxBytes: 60_000_000, maxEntries: 20, maxRefusals: 10, maxRefusalBytes: 1_000_000 },
    () => {},
  )
  store.put(entryOf('/', 10))
  askThreeTimes(store, '/')
  for (let page = 0; page < 100; page += 1) store.put(entryOf(`/${page}`, 10))
  expect(store.count).toBe(20)
  expect(store.get('/')).toBeDefined()
})
