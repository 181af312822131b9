import type { ConsoleManifest } from '#console/kit/manifest/console-manifest.ts'
import { m } from '#messages/messages.js'

export const manifest: ConsoleManifest = {
  places: [
    {
      section: 'shop',
      position: 60,
      to: '/console/shop/coupons',
      label: m.coupons_title,
      scope: 'console:shop',
      keywords: 'coupons discounts vouchers 쿠폰 할인 优惠券',
    },
  ],
  actions: { withdrawCoupon: m.coupons_action_withdraw },
}
