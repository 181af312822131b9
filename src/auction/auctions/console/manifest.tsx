import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'auction',
      position: 10,
      to: '/console/auction/programs',
      label: m.auctions_title,
      scope: 'console:auction',
      keywords: 'auction programs 경매 행사 拍卖 专场',
    },
  ],
  scopes: { 'console:auction': m.auctions_scope },
  entities: { programs: m.auctions_title, entries: m.auctions_entries },
  actions: { stop: m.auctions_action_stop, resume: m.auctions_action_resume, cancel: m.auctions_act_cancel },
}
