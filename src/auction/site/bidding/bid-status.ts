import type { Entry } from '../../auctions/contract.ts'
import type { Lot } from '../../works/contract.ts'
import type { Live } from '../live/lot-watch.ts'
import type { Status } from '../parts/status-icon.tsx'
import type { OwnOnLot } from './use-member-auction.ts'

/** True if at most two increments are left up to the maximum. */
const isTight = (lot: Lot, own: OwnOnLot): boolean =>
  own.maximum !== null && lot.price !== null && own.maximum - lot.price <= 2 * (lot.next - lot.price)

/** Status of a lot for this visitor; the first match wins. */
export const bidStatusOf = (
  lot: Lot | undefined,
  own: OwnOnLot | undefined,
  line: Live['line'] = 'live',
  entry?: Entry,
): Status | null => {
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
