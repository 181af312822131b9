import { defineModule } from '#kit/module/module.ts'
import { sales } from './contract.ts'
import { closeEnded, watchLotEnds } from './server/close-lots.ts'
import { papers } from './server/create-sale-paper.ts'
import { describeGiveUp, describeOffer } from './server/describe-sale-approval.ts'
import { expireOffers } from './server/expire-offers.ts'
import { personal } from './server/export-personal-data.ts'
import { findPickups } from './server/find-pickups.ts'
import { saleHandlers } from './server/handle-sales.ts'
import { listMemberSales } from './server/list-member-sales.ts'
import { listOverdueSales } from './server/list-overdue-sales.ts'
import { summarizeWonWorks } from './server/summarize-won-works.ts'

/** Sales of lots after the hammer. */
export const module = defineModule({
  name: 'sales',
  site: 'auction',
  contract: sales,
  handlers: saleHandlers,
  asked: { giveUp: describeGiveUp, offer: describeOffer },
  overview: summarizeWonWorks,
  desk: listOverdueSales,
  personal,
  pickups: findPickups,
  memberParts: [{ key: 'sales', section: 'console:auction', read: listMemberSales }],
  mount: papers.mount,
  jobs: { closeEnded, expireOffers },
  schedules: [
    { cron: '* * * * *', job: 'closeEnded' },
    { cron: '* * * * *', job: 'expireOffers' },
  ],
  start: watchLotEnds,
  seed: async (context, seeding) => (await import('./demo.ts')).seedAuctionDemo(context, seeding),
})
