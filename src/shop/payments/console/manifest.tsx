import type { ConsoleManifest } from '#console/kit/manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'shop',
      position: 30,
      to: '/console/shop/payments',
      label: m.payments_title,
      scope: 'console:shop',
      words: 'payments refunds transfers 입금 환불 款项',
    },
  ],
  scopes: { 'console:refunds': m.payments_scope_refunds },
  entities: { payments: m.payments_title },
  actions: { refund: m.payments_action_refund },
}
