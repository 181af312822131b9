import { sql } from 'drizzle-orm'
import { defineModule } from '#kit/module/module.ts'
import { countByDay } from '#kit/server/records/count-by-day.ts'
import { audienceKind } from './audience/contract.ts'
import { fairAudience } from './audience/server/select-audience.ts'
import { deleteEndedDrafts } from './availability/server/save-draft.ts'
import { mountFeed } from './calendar/server/serve-feed.ts'
import { matchings } from './contract.ts'
import { fairWorkbook, matchingsWorkbook } from './documents/server/export-workbook.ts'
import { papers } from './documents/server/make-papers.ts'
import { processFairChange } from './fair-changes/server/process-fair-change.ts'
import { announcePlan } from './plan-release/server/release-plan.ts'
import { board } from './schedule-board/contract.ts'
import { boardHandlers } from './schedule-board/server/handle-board.ts'
import { matchingHandlers } from './server/handle-matchings.ts'
import { matchingsOfMember } from './server/list-member-matchings.ts'
import { closeMeetings, expireHolds, knownFiles, remindMeetings } from './server/run-scheduled-jobs.ts'
import { overview } from './server/summarize-matchings.ts'

/** Module manifest of requests, meetings and plans between companies. */
export const module = defineModule({
  name: 'matchings',
  site: 'match',
  contract: { ...matchings, ...board },
  handlers: { ...matchingHandlers, ...boardHandlers },
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
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
