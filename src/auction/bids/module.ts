import { sql } from 'drizzle-orm'
import { defineModule } from '#kit/module/module.ts'
import { countByDay } from '#kit/server/records/count-by-day.ts'
import { bids } from './contract.ts'
import { describeVoidApproval } from './server/describe-void-approval.ts'
import { personal } from './server/export-personal-data.ts'
import { bidHandlers } from './server/handle-bids.ts'
import { listMemberBids } from './server/list-member-bids.ts'
import { bidAsRobot } from './server/run-demo-robot.ts'
import { sendOutbidMail } from './server/send-outbid-mail.ts'
import { flushRefusals } from './server/store-refusals.ts'
import { mountLotStream } from './server/stream-lots.ts'
import { summarizeMemberBids } from './server/summarize-member-bids.ts'

export const module = defineModule({
  name: 'bids',
  site: 'auction',
  contract: bids,
  handlers: bidHandlers,
  scopes: { 'console:voids': ['owner', 'manager'] },
  asked: { void: describeVoidApproval },
  overview: summarizeMemberBids,
  isPublic: true,
  personal,
  memberParts: [{ key: 'bids', section: 'console:auction', read: listMemberBids }],
  jobs: { tellOutbid: sendOutbidMail, bidAsRobot },
  counts: async (context, period) => ({
    // Counts members' bids only: automatic rows have no key.
    'bids.made': await countByDay(
      context,
      { from: sql`auction_bids`, at: sql`at`, where: sql`kind IN ('open', 'maximum') AND key IS NOT NULL` },
      period,
    ),
  }),
  mount: (server, { services }) => {
    mountLotStream(server, services)
    // onClose runs after the last request, so that its refusal is still written.
    server.addHook('onClose', () => flushRefusals(services))
  },
})
