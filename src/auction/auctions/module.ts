import { defineModule } from '#kit/module/module.ts'
import { auctions } from './contract.ts'
import { personal } from './server/export-personal-data.ts'
import { auctionHandlers } from './server/handle-auctions.ts'
import { notifyCancelled } from './server/notify-cancelled.ts'

export const module = defineModule({
  name: 'programs',
  site: 'auction',
  contract: auctions,
  handlers: auctionHandlers,
  isPublic: true,
  personal,
  jobs: { tellCancelled: notifyCancelled },
  scopes: { 'console:auction': ['owner', 'manager'] },
})
