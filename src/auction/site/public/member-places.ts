import { m } from '#messages/messages.js'
import type { MemberPlace } from '#people/account/me/member-menu.ts'

/** The auction's entry in the member menu. */
export const memberPlaces: readonly MemberPlace[] = [
  { position: 30, path: '/me/bids', name: m.auction_me_bids, of: 'all', site: 'auction' },
]
