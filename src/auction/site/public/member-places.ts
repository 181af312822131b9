import { m } from '#messages/messages.js'
import type { MemberPlace } from '#people/account/me/places.ts'

/** The auction in the menu of the member's pages. */
export const memberPlaces: readonly MemberPlace[] = [
  { position: 30, path: '/me/bids', name: m.auction_me_bids, of: 'all', site: 'auction' },
]
