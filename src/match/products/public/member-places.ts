import { m } from '#messages/messages.js'
import type { MemberPlace } from '#people/account/me/places.ts'

/** A seller's products in the menu of the member's pages. */
export const memberPlaces: readonly MemberPlace[] = [
  { position: 15, path: '/me/products', name: m.products_me, of: 'COMPANY', site: 'match' },
]
