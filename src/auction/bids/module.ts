import { sql } from 'drizzle-orm'
import { defineModule } from '#kit/module/module.ts'
import { countByDay } from '#kit/server/records/count-by-day.ts'
import { bids } from './contract.ts'
import { tellOutbid } from './jobs.ts'
import { bidHandlers } from './server.ts'
import { describeVoid } from './service-asked.ts'
import { mountLive } from './service-live.ts'
import { bidsOfMember } from './service-member.ts'
import { overview } from './service-overview.ts'
import { personal } from './service-personal.ts'
import { refusalsKept } from './service-refusals.ts'
import { bidAsRobot } from './service-robot.ts'

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
