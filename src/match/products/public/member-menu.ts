import { m } from '#messages/messages.js'
import type { MemberMenuEntry } from '#people/account/me/member-menu.ts'

/** Menu entry for a seller's products on the member pages. */
export const memberMenu: readonly MemberMenuEntry[] = [
  { position: 15, path: '/me/products', name: m.products_me, of: 'COMPANY', site: 'match' },
]
