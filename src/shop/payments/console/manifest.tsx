import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'shop',
      position: 30,
      to: '/console/shop/payments',
      label: m.payments_title,
      scope: 'console:shop',
      keywords: 'payments refunds transfers 입금 환불 款项',
    },
    {
      section: 'shop',
      position: 31,
      to: '/console/shop/payments/strays',
      label: m.payments_strays_title,
      scope: 'console:shop',
      keywords: 'stray card payments cancelled 카드 취소 银行卡',
    },
  ],
  scopes: { 'console:refunds': m.payments_scope_refunds },
  entities: { payments: m.payments_title },
  actions: { refund: m.payments_action_refund },
}
