import type { ConsoleManifest } from '#console/kit/manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'auction',
      position: 30,
      to: '/console/auction/live',
      label: m.bids_live_title,
      scope: 'console:auction',
      words: 'live desk bids 라이브 응찰 现场',
    },
  ],
  scopes: { 'console:voids': m.bids_scope_voids },
  entities: { bids: m.bids_title },
  actions: { void: m.bids_action_void },
}
