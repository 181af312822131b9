import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'auction',
      position: 55,
      to: '/console/auction/consignors',
      label: m.consignors_title,
      scope: 'console:auction',
      keywords: 'consignors commission settlement 위탁자 수수료 정산 委托人 佣金',
    },
  ],
  entities: { consignors: m.consignors_title },
}
