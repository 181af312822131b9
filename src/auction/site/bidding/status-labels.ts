import { m } from '#messages/messages.js'
import type { BidLine } from '../../bids/contract.ts'
import type { BidStatus } from '../parts/status-icon.tsx'

/** Short status label for walls, tables and the bottom bar. */
export const statusLabels: Record<BidStatus, () => string> = {
  leading: m.auction_state_leading,
  tight: m.auction_state_leading,
  outbid: m.auction_state_outbid,
  extended: m.auction_short_extended,
  won: m.auction_state_won,
  lost: m.auction_short_sold,
  passed: m.auction_state_passed,
  away: m.auction_state_away,
  unready: m.auction_short_unready,
  coming: m.auction_short_coming,
  stopped: m.auction_state_stopped,
  withdrawn: m.auction_state_withdrawn,
  running: m.auction_state_running,
}

/** One-word status label for the wall. */
export const wallLabels: Partial<Record<BidStatus, () => string>> = {
  leading: m.auction_label_leading,
  tight: m.auction_label_tight,
  outbid: m.auction_label_outbid,
  won: m.auction_label_won,
  lost: m.auction_short_sold,
  passed: m.auction_label_passed,
  withdrawn: m.auction_label_withdrawn,
  stopped: m.auction_label_stopped,
}

/** How a history row came about, shown beside its bidder; '' for an open bid. */
export const historyKindLabel = (kind: BidLine['kind']): string => {
  if (kind === 'open') return ''
  return kind === 'void' ? m.auction_by_void() : m.auction_by_maximum()
}
