import { sql } from 'drizzle-orm'
import { defineModule } from '#kit/module/module.ts'
import { countByDay } from '#kit/server/records/count-by-day.ts'
import { audienceKind } from './audience/contract.ts'
import { fairAudience } from './audience/server/select-audience.ts'
import { availabilityHandlers } from './availability/server/handle-availability.ts'
import { deleteEndedDrafts } from './availability/server/save-draft.ts'
import { expireHolds } from './booking/server/expire-offers.ts'
import { bookingHandlers } from './booking/server/handle-booking.ts'
import { knownFiles } from './calendar/server/find-invitation-files.ts'
import { calendarHandlers } from './calendar/server/handle-calendar.ts'
import { mountFeed } from './calendar/server/serve-feed.ts'
import { matchings } from './contract.ts'
import { fairWorkbook, matchingsWorkbook } from './documents/server/export-workbook.ts'
import { documentHandlers } from './documents/server/handle-documents.ts'
import { papers } from './documents/server/make-papers.ts'
import { fairChangeHandlers } from './fair-changes/server/handle-fair-changes.ts'
import { processFairChange } from './fair-changes/server/process-fair-change.ts'
import { closeMeetings } from './follow-up/server/close-past-meetings.ts'
import { followUpHandlers } from './follow-up/server/handle-follow-up.ts'
import { behalfHandlers } from './on-behalf/server/handle-on-behalf.ts'
import { planHandlers } from './plan-release/server/handle-plan.ts'
import { announcePlan } from './plan-release/server/release-plan.ts'
import { remindMeetings } from './reminders/server/send-reminders.ts'
import { requestHandlers } from './requests/server/handle-requests.ts'
import { board } from './schedule-board/contract.ts'
import { boardHandlers } from './schedule-board/server/handle-board.ts'
import { matchingHandlers } from './server/handle-matchings.ts'
import { matchingsOfMember } from './server/list-member-matchings.ts'
import { overview } from './server/summarize-matchings.ts'

/** Module manifest of requests, meetings and plans between companies. */
export const module = defineModule({
  name: 'matchings',
  site: 'match',
  contract: { ...matchings, ...board },
  handlers: {
    ...matchingHandlers,
    ...requestHandlers,
    ...availabilityHandlers,
    ...bookingHandlers,
    ...behalfHandlers,
    ...boardHandlers,
    ...planHandlers,
    ...fairChangeHandlers,
    ...calendarHandlers,
    ...documentHandlers,
    ...followUpHandlers,
  },
  overview,
  memberParts: [{ key: 'matchings', section: 'console:fairs', read: matchingsOfMember }],
  knownFiles,
  mount: (server, mounting) => {
    mountFeed(server, mounting)
    papers.mount(server, mounting)
    fairWorkbook.mount(server, mounting)
    matchingsWorkbook.mount(server, mounting)
  },
  jobs: {
    expireHolds,
    closeMeetings,
    forgetDrafts: deleteEndedDrafts,
    remindMeetings,
    tellPlan: (context, { fair }) => announcePlan(context, String(fair)),
    settleFair: (context, { fair }) => processFairChange(context, String(fair)),
  },
  schedules: [
    { cron: '* * * * *', job: 'expireHolds' },
    { cron: '* * * * *', job: 'remindMeetings' },
    { cron: '23 * * * *', job: 'closeMeetings' },
    { cron: '41 * * * *', job: 'forgetDrafts' },
  ],
  audiences: { [audienceKind]: fairAudience },
  counts: async (context, period) => ({
    'matchings.asked': await countByDay(context, { from: sql`matchings`, at: sql`created_at` }, period),
  }),
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
