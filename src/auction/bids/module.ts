import { sql } from 'drizzle-orm'
import { defineModule } from '#kit/module/module.ts'
import { countByDay } from '#kit/server/records/count-by-day.ts'
import { bids } from './contract.ts'
import { describeVoid } from './server/describe-void-approval.ts'
import { personal } from './server/export-personal-data.ts'
import { bidHandlers } from './server/handle-bids.ts'
import { bidsOfMember } from './server/list-member-bids.ts'
import { bidAsRobot } from './server/run-demo-robot.ts'
import { tellOutbid } from './server/send-outbid-mail.ts'
import { refusalsKept } from './server/store-refusals.ts'
import { mountLive } from './server/stream-lots.ts'
import { overview } from './server/summarize-member-bids.ts'

export const module = defineModule({
  name: 'bids',
  site: 'auction',
  contract: bids,
  handlers: bidHandlers,
  scopes: { 'console:voids': ['owner', 'manager'] },
  asked: { void: describeVoid },
  overview,
  isPublic: true,
  personal,
  memberParts: [{ key: 'bids', section: 'console:auction', read: bidsOfMember }],
  jobs: { tellOutbid, bidAsRobot },
  counts: async (context, period) => ({
    // Counts members' bids only: automatic rows have no key.
    'bids.made': await countByDay(
      context,
      { from: sql`auction_bids`, at: sql`at`, where: sql`kind IN ('open', 'maximum') AND key IS NOT NULL` },
      period,
    ),
  }),
  mount: (server, { services }) => {
    mountLive(server, services)
    // onClose runs after the last request, so that its refusal is still written.
    server.addHook('onClose', () => refusalsKept(services))
  },
})
