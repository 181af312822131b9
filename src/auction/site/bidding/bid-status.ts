import type { Entry } from '../../programs/contract.ts'
import type { Lot } from '../../works/contract.ts'
import type { Live } from '../live/live-store.ts'
import type { Status } from '../parts/sign.tsx'
import type { OwnOnLot } from './own.ts'

/** Share of the maximum's distance: two steps or less are left. */
const isTight = (lot: Lot, own: OwnOnLot): boolean =>
  own.maximum !== null && lot.price !== null && own.maximum - lot.price <= 2 * (lot.next - lot.price)

/** What a lot is for the one who looks at it; the first that fits. */
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
  // Before being outbid: a bidder who may bid no more has to know first what is missing.
  if (entry && !entry.mayBid) return 'unready'
  if (own) return 'outbid'
  return lot.endsAt > lot.dueAt ? 'extended' : 'running'
}
