import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'shop',
      position: 70,
      to: '/console/shop/points',
      label: m.points_title,
      scope: 'console:shop',
      keywords: 'points ledger rewards 적립금 포인트 积分',
    },
  ],
}
