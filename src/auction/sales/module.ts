import { defineModule } from '#kit/module/module.ts'
import { sales } from './contract.ts'
import { closeEnded, expireOffers } from './jobs.ts'
import { saleHandlers } from './server.ts'
import { describeGiveUp, describeOffer } from './service-asked.ts'
import { watchEnds } from './service-close.ts'
import { deskOf } from './service-desk.ts'
import { salesOfMember } from './service-member.ts'
import { overview } from './service-overview.ts'
import { papers } from './service-papers.ts'
import { personal } from './service-personal.ts'
import { pickups } from './service-pickups.ts'

/** Sales of lots after the hammer. */
export const module = defineModule({
  name: 'sales',
  site: 'auction',
  contract: sales,
  handlers: saleHandlers,
  asked: { giveUp: describeGiveUp, offer: describeOffer },
  overview,
  desk: deskOf,
  personal,
  pickups,
  memberParts: [{ key: 'sales', section: 'console:auction', read: salesOfMember }],
  mount: papers.mount,
  jobs: { closeEnded, expireOffers },
  schedules: [
    { cron: '* * * * *', job: 'closeEnded' },
    { cron: '* * * * *', job: 'expireOffers' },
  ],
  start: watchEnds,
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
