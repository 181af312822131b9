import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'shop',
      position: 25,
      to: '/console/shop/exchanges',
      label: m.exchanges_title,
      scope: 'console:shop',
      keywords: 'exchanges 교환 换货',
    },
  ],
  entities: { exchanges: m.exchanges_title },
  actions: {
    exchange_asked: m.exchanges_action_asked,
    exchange_collected: m.exchanges_action_collected,
    exchange_shipped: m.exchanges_action_shipped,
    exchange_done: m.exchanges_action_done,
    exchange_refused: m.exchanges_action_refused,
  },
}
