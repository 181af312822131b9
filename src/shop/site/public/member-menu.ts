import { m } from '#messages/messages.js'
import type { MemberMenuEntry } from '#people/account/me/member-menu.ts'

/** Shop entries of the member menu. */
export const memberMenu: readonly MemberMenuEntry[] = [
  { position: 50, path: '/me/purchases', name: m.shop_me_purchases, of: 'all', site: 'shop' },
  { position: 60, path: '/me/points', name: m.shop_points, of: 'all', site: 'shop' },
  { position: 70, path: '/me/coupons', name: m.shop_coupon, of: 'all', site: 'shop' },
  { position: 80, path: '/me/reviews', name: m.shop_me_reviews, of: 'all', site: 'shop' },
]
