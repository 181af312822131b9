import { m } from '#messages/messages.js'
import type { MemberPlace } from '#people/account/me/member-menu.ts'

/** Menu entries for the company's profiles on the member pages. */
export const memberPlaces: readonly MemberPlace[] = [
  { position: 12, path: '/me/profiles', name: m.participants_me, of: 'COMPANY', site: 'match' },
]
