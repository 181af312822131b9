import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'shop',
      position: 100,
      to: '/console/shop/conditions',
      label: m.conditions_title,
      scope: 'console:shop',
      keywords: 'shop terms delivery bank account 판매 조건 배송비 계좌 销售条件 账户',
    },
  ],
}
