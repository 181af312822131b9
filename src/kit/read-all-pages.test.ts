import { expect, it } from 'vitest'
import { readAllPages } from './read-all-pages.ts'

const pagesOf = (count: number) => {
  const calls: number[] = []
  const read = async ({ page, limit }: { page: number; limit: number }) => {
    calls.push(page)
    const all = Array.from({ length: count }, (_, index) => index)
    return { bids: all.slice((page - 1) * limit, page * limit), total: count, balance: page }
  }
  return { calls, read }
}

it.each([
  [0, [1]],
  [1, [1]],
  [100, [1]],
  [101, [1, 2]],
  [250, [1, 2, 3]],
])('reads all of %i rows by the pages %j', async (count, pages) => {
  const { calls, read } = pagesOf(count)
  const { bids, total, balance } = await readAllPages('bids', read)
  expect(bids).toEqual(Array.from({ length: count }, (_, index) => index))
  expect(total).toBe(count)
  expect(balance).toBe(pages.at(-1))
  expect(calls).toEqual(pages)
})

it('ends at an empty page although rows were removed meanwhile', async () => {
  const read = async ({ page }: { page: number }) => ({ bids: page === 1 ? [1, 2] : [], total: 5 })
  expect((await readAllPages('bids', read)).bids).toEqual([1, 2])
})

it('passes on the failure of any page', async () => {
  const read = async ({ page }: { page: number }) => {
    if (page === 2) throw new Error('unreached')
    return { bids: [1], total: 5 }
  }
  await expect(readAllPages('bids', read)).rejects.toThrow('unreached')
})

it('returns a row once that another moved to the next page meanwhile', async () => {
  const rows = Array.from({ length: 150 }, (_, index) => ({ _id: String(index) }))
  const read = async ({ page, limit }: { page: number; limit: number }) => {
    const all = page === 1 ? rows : [{ _id: 'new' }, ...rows]
    return { bids: all.slice((page - 1) * limit, page * limit), total: all.length }
  }
  const { bids } = await readAllPages('bids', read)
  expect(bids.map(({ _id }) => _id)).toEqual(rows.map(({ _id }) => _id))
})
