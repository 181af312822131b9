import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'shop',
      position: 20,
      to: '/console/shop/returns',
      label: m.returns_title,
      scope: 'console:shop',
      keywords: 'returns refunds 반품 환불 退货',
    },
  ],
  pendingWork: [
    {
      key: 'returns.asked',
      position: 50,
      title: m.returns_work,
      note: m.returns_work_note,
      all: '/console/shop/returns?state=asked',
      scope: 'console:shop',
      mark: 'new',
    },
  ],
  entities: { returns: m.returns_title },
  actions: {
    collected: m.returns_action_collected,
    refunded: m.returns_action_refunded,
    refused: m.returns_action_refused,
  },
}
