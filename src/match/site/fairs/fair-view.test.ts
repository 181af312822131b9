import { expect, it } from 'vitest'
import type { PublicFairLine } from '../../fairs/contract.ts'
import { toFairView } from './fair-view.ts'

const now = Date.parse('2027-03-01T00:00:00.000Z')
const past = '2027-02-28T15:00:00.000Z'
const line = (overrides: Partial<PublicFairLine>): PublicFairLine => ({
  _id: 'fair',
  title: '봄 소싱 페어',
  lang: 'ko',
  summary: '',
  venue: '',
  phase: 'applying',
  startsAt: '2027-03-10T00:00:00.000Z',
  endsAt: '2027-03-12T09:00:00.000Z',
  sellersUntil: null,
  buyersUntil: null,
  thumbs: [],
  categories: [],
  counts: { sellers: 0, buyers: 0, products: 0, meetings: 0 },
  ...overrides,
})
const callOf = (overrides: Partial<PublicFairLine>) => toFairView(line(overrides), now).calls

it('invites only roles that can apply', () => {
  expect(callOf({ phase: 'recruiting' })).toBe('seller')
  expect(callOf({ phase: 'recruiting', sellersUntil: past })).toBe('buyer')
  expect(callOf({ phase: 'applying' })).toBe('buyer')
  expect(callOf({ phase: 'applying', buyersUntil: past })).toBe('seller')
  expect(callOf({ phase: 'applying', sellersUntil: past, buyersUntil: past })).toBeNull()
  expect(callOf({ phase: 'expired' })).toBeNull()
  expect(toFairView(line({ phase: 'ongoing' }), now).opensTo).toEqual({ seller: false, buyer: true })
})
