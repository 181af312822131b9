import { m } from '#messages/messages.js'
import type { MemberMenuEntry } from '#people/account/me/member-menu.ts'

const menuEntry = { position: 40, path: '/me/pickups', name: m.pickups_title, of: 'all' } as const

/** Menu entry of the member's pickups, shown while a site with pickups is enabled. */
export const memberMenu: readonly MemberMenuEntry[] = [
  { ...menuEntry, site: 'auction' },
  { ...menuEntry, site: 'shop' },
]
