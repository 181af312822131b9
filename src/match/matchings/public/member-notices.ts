import type { MemberNotice } from '#people/account/me/member-menu.ts'
import { NextMeetingBar } from '../reminders/public/next-meeting-bar.tsx'

/** Match's notices above every member page. */
export const memberNotices: readonly MemberNotice[] = [
  { position: 10, Notice: NextMeetingBar, of: 'COMPANY', site: 'match' },
]
