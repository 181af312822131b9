import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'auction',
      position: 30,
      to: '/console/auction/live',
      label: m.bids_live_title,
      scope: 'console:auction',
      keywords: 'live desk bids 라이브 응찰 现场',
    },
  ],
  scopes: { 'console:voids': m.bids_scope_voids },
  memberParts: {
    bids: {
      position: 40,
      title: m.bids_title,
      states: {
        outbid: m.auction_label_outbid,
        leading: m.auction_label_leading,
        won: m.auction_label_won,
        lost: m.auction_mine_over,
        passed: m.auction_label_passed,
        withdrawn: m.auction_label_withdrawn,
      },
    },
  },
  entities: { bids: m.bids_title },
  actions: { void: m.bids_action_void },
}
