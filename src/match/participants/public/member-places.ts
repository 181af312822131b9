import { m } from '#messages/messages.js'
import type { MemberPlace } from '#people/account/me/places.ts'

/** What the company says of itself in fairs, in the menu of the member's pages. */
export const memberPlaces: readonly MemberPlace[] = [
  { position: 12, path: '/me/profiles', name: m.participants_me, of: 'COMPANY', site: 'match' },
]
