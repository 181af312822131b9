import { describe, expect, it } from 'vitest'
import { calculateCoverage, countFreeSellers } from './seller-coverage.ts'

const slots = ['a', 'b', 'c', 'd'].map((_id) => ({ _id, past: _id === 'd', meeting: null }))
const sellers = [
  { name: '가', busy: [] },
  { name: '나', busy: [0, 1] },
  { name: '다', busy: [0, 1, 2] },
]

describe('the sellers that a drawing suits', () => {
  it('counts the free sellers at each slot', () =>
    expect(countFreeSellers(sellers, slots)).toEqual([3 - 2, 3 - 2, 3 - 1, 3]))

  it('names the slot that adds the most sellers', () => {
    expect(calculateCoverage(sellers, slots, () => false)).toMatchObject({
      met: 0,
      all: 3,
      best: { slot: 'c', adds: 2 },
    })
    expect(calculateCoverage(sellers, slots, (id) => id === 'a')).toMatchObject({
      met: 1,
      best: { slot: 'c', adds: 1, seller: '나' },
    })
  })

  it('names no slot if none adds a seller, and counts sellers that are never free', () => {
    expect(calculateCoverage(sellers, slots, (id) => id === 'c')).toEqual({ met: 2, all: 3, never: 1, best: null })
  })

  it('ignores past slots', () => {
    expect(calculateCoverage([{ name: '라', busy: [0, 1, 2] }], slots, () => true)).toMatchObject({
      met: 0,
      never: 1,
      best: null,
    })
  })
})
