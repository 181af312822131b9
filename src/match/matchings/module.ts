import { sql } from 'drizzle-orm'
import { defineModule } from '#kit/module/module.ts'
import { countByDay } from '#kit/server/records/count-by-day.ts'
import { matchings } from './contract.ts'
import { audienceKind } from './contract-audience.ts'
import { board } from './contract-board.ts'
import { closeMeetings, expireHolds, knownFiles, remindMeetings } from './jobs.ts'
import { matchingHandlers } from './server.ts'
import { boardHandlers } from './server-board.ts'
import { fairAudience } from './service-audience.ts'
import { forgetDrafts } from './service-drafts.ts'
import { settleFair } from './service-fallen.ts'
import { mountFeed } from './service-feed.ts'
import { matchingsOfMember } from './service-member.ts'
import { overview } from './service-overview.ts'
import { papers } from './service-papers.ts'
import { tellPlan } from './service-plan.ts'
import { fairWorkbook, matchingsWorkbook } from './service-workbook.ts'

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
    forgetDrafts,
    remindMeetings,
    tellPlan: (context, { fair }) => tellPlan(context, String(fair)),
    settleFair: (context, { fair }) => settleFair(context, String(fair)),
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
