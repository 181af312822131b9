import { m } from '#messages/messages.js'
import type { MemberMenuEntry } from '#people/account/me/member-menu.ts'

const place = { position: 40, path: '/me/pickups', name: m.pickups_title, of: 'all' } as const

/** Pickups in the menu of the member's pages, while there is a site that has any. */
export const memberMenu: readonly MemberMenuEntry[] = [
  { ...place, site: 'auction' },
  { ...place, site: 'shop' },
]
