import { describe, expect, it } from 'vitest'
import { heldUntil, matchingStates, statesBefore, turnOf } from './rules.ts'

const hour = 3_600_000

describe('states of a matching', () => {
  it('end where they end', () => {
    for (const state of matchingStates) expect(statesBefore(state)).not.toContain('declined')
    for (const state of matchingStates) expect(statesBefore(state)).not.toContain('cancelled')
  })

  it('skip no step to a meeting', () => {
    expect(statesBefore('confirmed')).toEqual(['offered', 'confirmed'])
    expect(statesBefore('held')).toEqual(['confirmed', 'no_show'])
  })

  it('say whose turn it is', () => {
    expect(matchingStates.map(turnOf)).toEqual(['seller', 'buyer', null, null, null, null, null, 'seller'])
  })
})

describe('a hold', () => {
  it('ends when the fair says', () => expect(heldUntil(0, 48, [100 * hour])).toBe(48 * hour))
  it('ends an hour before its last time', () => expect(heldUntil(0, 48, [30 * hour, 20 * hour])).toBe(29 * hour))
})
