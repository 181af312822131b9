import { expect, it } from 'vitest'
import type { Registration } from '../../auctions/contract.ts'
import { selectMemberData } from './use-member-auction.ts'

const loaded = { program: 'winter', entry: { mayBid: true } as Registration, lots: new Map() }

it('shows registration and bids of the auction to the member only', () => {
  expect(selectMemberData(loaded, { program: 'winter', isMember: true })).toBe(loaded)
  expect(selectMemberData(loaded, { program: 'winter', isMember: false })).toEqual({})
})

it('shows nothing of the previous auction while another is loading', () => {
  expect(selectMemberData(loaded, { program: 'spring', isMember: true })).toEqual({})
  expect(selectMemberData(undefined, { program: 'spring', isMember: true })).toEqual({})
})
