import fc from 'fast-check'
import { expect, it } from 'vitest'
import { systemClock, uuidv7 } from './clock.ts'

const latest = 2 ** 48 - 1

it('is a UUID of version 7 and variant 10, whose first 48 bits are the moment (RFC 9562, 5.7)', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: latest }), (moment) => {
      const id = uuidv7(moment)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(moment)
    }),
  )
})

it('sorts by creation time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: latest - 1 }), fc.integer({ min: 1, max: 1000 }), (moment, later) => {
      expect(uuidv7(moment) < uuidv7(Math.min(latest, moment + later))).toBe(true)
    }),
  )
})

it('sorts in creation order within a millisecond', () => {
  const ids = Array.from({ length: 2000 }, () => uuidv7(1_700_000_000_000))
  expect(ids.toSorted()).toEqual(ids)
})

it('is unique and unpredictable', () => {
  const ids = Array.from({ length: 10_000 }, () => systemClock.newId())
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(ids.length)
})
