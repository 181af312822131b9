import type { Registration } from '../../auctions/contract.ts'
import type { Lot } from '../../works/contract.ts'
import type { LiveLots } from '../live/lot-watch.ts'
import type { BidStatus } from '../parts/status-icon.tsx'
import type { MemberLotState } from './use-member-auction.ts'

/** True if at most two increments are left up to the maximum. */
const isTight = (lot: Lot, own: MemberLotState): boolean =>
  own.maximum !== null && lot.price !== null && own.maximum - lot.price <= 2 * (lot.next - lot.price)

/** Status of a lot for this visitor; the first match wins. */
export const determineBidStatus = (
  lot: Lot | undefined,
  own: MemberLotState | undefined,
  line: LiveLots['line'] = 'live',
  entry?: Registration,
): BidStatus | null => {
  if (!lot) return null
  if (lot.state === 'withdrawn') return 'withdrawn'
  const leads = own !== undefined && lot.leader === own.bidder
  if (lot.state === 'passed') return 'passed'
  if (lot.state === 'sold') return leads ? 'won' : 'lost'
  if (line === 'lost') return 'away'
  if (lot.state === 'coming') return 'coming'
  if (lot.state === 'stopped') return 'stopped'
  if (own && leads) return isTight(lot, own) ? 'tight' : 'leading'
  // Before `outbid`: a bidder who may no longer bid must see first what is missing.
  if (entry && !entry.mayBid) return 'unready'
  if (own) return 'outbid'
  return lot.endsAt > lot.dueAt ? 'extended' : 'running'
}
