import type { MemberNotice } from '#people/account/me/places.ts'
import { NextMeeting } from '../reminders/public/next-meeting-bar.tsx'

/** Match's notices above every member page. */
export const memberNotices: readonly MemberNotice[] = [
  { position: 10, Notice: NextMeeting, of: 'COMPANY', site: 'match' },
]
