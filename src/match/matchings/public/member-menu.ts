import { m } from '#messages/messages.js'
import type { MemberMenuEntry } from '#people/account/me/member-menu.ts'

/** Match's entries in the member menu. */
export const memberMenu: readonly MemberMenuEntry[] = [
  { position: 10, path: '/me/fairs', name: m.matchings_me_fairs, of: 'COMPANY', site: 'match' },
  { position: 20, path: '/me/matchings', name: m.matchings_me, of: 'COMPANY', site: 'match' },
]
