import { defineModule } from '#kit/module/module.ts'
import { sales } from './contract.ts'
import { watchEnds } from './server/close-lots.ts'
import { papers } from './server/create-sale-paper.ts'
import { describeGiveUp, describeOffer } from './server/describe-sale-approval.ts'
import { closeEnded, expireOffers } from './server/expire-offers.ts'
import { personal } from './server/export-personal-data.ts'
import { pickups } from './server/find-pickups.ts'
import { saleHandlers } from './server/handle-sales.ts'
import { salesOfMember } from './server/list-member-sales.ts'
import { deskOf } from './server/list-waiting-work.ts'
import { overview } from './server/summarize-won-works.ts'

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
