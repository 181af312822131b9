import { describe, expect, it } from 'vitest'
import { bestOffer, calculateHoldEnd, determineTurn, matchingStates, statesBefore } from './rules.ts'

const hour = 3_600_000

describe('states of a matching', () => {
  it('never leave declined or cancelled', () => {
    for (const state of matchingStates) expect(statesBefore(state)).not.toContain('declined')
    for (const state of matchingStates) expect(statesBefore(state)).not.toContain('cancelled')
  })

  it('require an offer before a confirmation, and a confirmation before held', () => {
    expect(statesBefore('confirmed')).toEqual(['offered', 'confirmed'])
    expect(statesBefore('held')).toEqual(['confirmed', 'no_show'])
  })

  it('determine whose turn it is', () => {
    expect(matchingStates.map(determineTurn)).toEqual(['seller', 'buyer', null, null, null, null, null, 'seller'])
  })
})

describe('a hold', () => {
  it("ends after the fair's hold period", () => expect(calculateHoldEnd(0, 48, [100 * hour])).toBe(48 * hour))
  it('ends at the latest an hour before its last time', () =>
    expect(calculateHoldEnd(0, 48, [30 * hour, 20 * hour])).toBe(29 * hour))
})

describe('the best of the offered times', () => {
  const at = (slot: string, start: number, rest: object = {}) => ({
    slot,
    startsAt: start * hour,
    endsAt: (start + 1) * hour,
    day: String(Math.floor(start / 24)),
    place: null,
    isOutOfHours: false,
    waiting: 0,
    ...rest,
  })
  const met = (start: number, place: number | null = null) => at('', start, { place })
  const of = (offers: Parameters<typeof bestOffer>[0], meetings: Parameters<typeof bestOffer>[1] = []) =>
    bestOffer(offers, meetings)

  it('is null for fewer than two offers', () => expect(of([at('a', 10)])).toBeNull())
  it('is adjacent to a meeting, preferably at its table', () => {
    expect(of([at('a', 10), at('b', 14)], [met(13)])).toEqual({ slot: 'b', reason: 'next_to' })
    const tables = [at('a', 12, { place: 3 }), at('b', 14, { place: 2 })]
    expect(of(tables, [met(13, 2)])).toEqual({ slot: 'b', reason: 'same_table' })
  })
  it('is the nearest to a meeting of its day', () => {
    expect(of([at('a', 10), at('b', 34), at('c', 37)], [met(39)])).toEqual({ slot: 'c', reason: 'same_day' })
  })
  it('is in waking hours before all else', () => {
    expect(of([at('a', 4, { isOutOfHours: true }), at('b', 33)], [met(5)])).toEqual({ slot: 'b', reason: 'in_hours' })
  })
  it('is one that no other matching waits for, else the first', () => {
    expect(of([at('a', 10, { waiting: 2 }), at('b', 34)])).toEqual({ slot: 'b', reason: 'unwaited' })
    expect(of([at('b', 34), at('a', 10)])).toEqual({ slot: 'a', reason: 'first' })
  })
})
