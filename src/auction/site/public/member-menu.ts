import { m } from '#messages/messages.js'
import type { MemberMenuEntry } from '#people/account/me/member-menu.ts'

/** The auction's entry in the member menu. */
export const memberMenu: readonly MemberMenuEntry[] = [
  { position: 30, path: '/me/bids', name: m.auction_me_bids, of: 'all', site: 'auction' },
]
