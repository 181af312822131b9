import { expect, test, vi } from 'vitest'
import { type Entry, LruStore } from './lru-store.ts'

const entryOf = (key: string, bytes = 100, status = 200, tags = ['board:news']): Entry => ({
  key,
  status,
  tags: new Set(tags),
  fresh: true,
  until: Number.POSITIVE_INFINITY,
  representations: { identity: { body: Buffer.alloc(bytes), etag: '', head: [], notModified: [] } },
})

test('removes replaced and dropped entries from the tag index', () => {
  const onDropped = vi.fn()
  const store = new LruStore({ maxBytes: 60_000, maxRefusals: 10, maxRefusalBytes: 30_000 }, onDropped)
  const [replaced, present] = [entryOf('/'), entryOf('/')]
  store.put(replaced)
  store.put(present)
  const dropped = entryOf('/dropped', 5000)
  store.put(dropped)
  for (let page = 0; page < 20; page += 1) {
    store.get('/')
    store.put(entryOf(`/${page}`, 4000, 200, []))
  }
  expect(store.get('/dropped')).toBeUndefined()
  expect(onDropped).toHaveBeenCalledWith(dropped)
  expect(onDropped).not.toHaveBeenCalledWith(replaced)
  expect(store.invalidate(['board:news'])).toBe(1)
  expect([replaced.fresh, dropped.fresh, present.fresh]).toEqual([true, true, false])
})

test('moves an entry between pages and refusals when its status changes', () => {
  const store = new LruStore({ maxBytes: 60_000, maxRefusals: 10, maxRefusalBytes: 30_000 }, () => {})
  store.put(entryOf('/'))
  store.put(entryOf('/', 100, 404))
  expect([store.get('/')?.status, store.count]).toEqual([404, 1])
  store.put(entryOf('/'))
  expect([store.get('/')?.status, store.count]).toEqual([200, 1])
})

test('limits the bytes of refusals, because visitors can invent addresses', () => {
  const store = new LruStore({ maxBytes: 60_000, maxRefusals: 10, maxRefusalBytes: 30_000 }, () => {})
  store.put(entryOf('/'))
  for (let number = 0; number < 10; number += 1) store.put(entryOf(`/invented-${number}`, 8000, 404))
  expect(store.count).toBe(1 + 2)
  expect(store.get('/invented-9')?.status).toBe(404)
  expect(store.get('/')?.status).toBe(200)
  expect(store.bytes).toBeLessThanOrEqual(60_000)
})
