import { expect, it } from 'vitest'
import { readInBatches } from './read-in-batches.ts'

const read = async (count: number) => {
  const asked: [number | undefined, number][] = []
  const rows: number[] = []
  const batches = readInBatches<number>(async (last, limit) => {
    asked.push([last, limit])
    const first = last === undefined ? 0 : last + 1
    return Array.from({ length: Math.min(limit, count - first) }, (_, index) => first + index)
  }, 3)
  for await (const row of batches) rows.push(row)
  return { asked, rows }
}

it('yields every row once, and reads each batch after the last row of the one before', async () => {
  for (const count of [0, 1, 3, 7]) expect((await read(count)).rows).toEqual(Array.from({ length: count }, (_, i) => i))
  expect((await read(7)).asked).toEqual([
    [undefined, 3],
    [2, 3],
    [5, 3],
  ])
})

it('reads no batch before the rows of the one before are processed', async () => {
  let reads = 0
  const batches = readInBatches<number>(async () => {
    reads += 1
    return [reads, reads]
  }, 2)
  await batches.next()
  await batches.next()
  expect(reads).toBe(1)
  await batches.next()
  expect(reads).toBe(2)
})
