import type { MemberNotice } from '#people/account/me/places.ts'
import { NextMeeting } from './next-meeting.tsx'

/** What Match says above every page of the member. */
export const memberNotices: readonly MemberNotice[] = [
  { position: 10, Notice: NextMeeting, of: 'COMPANY', site: 'match' },
]
