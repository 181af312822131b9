import { m } from '#messages/messages.js'
import type { MemberMenuEntry } from '#people/account/me/member-menu.ts'

/** Menu entries for the company's profiles on the member pages. */
export const memberMenu: readonly MemberMenuEntry[] = [
  { position: 12, path: '/me/profiles', name: m.participants_me, of: 'COMPANY', site: 'match' },
]
