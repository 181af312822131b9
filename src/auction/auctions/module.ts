import { defineModule } from '#kit/module/module.ts'
import { programs } from './contract.ts'
import { personal } from './server/export-personal-data.ts'
import { programHandlers } from './server/handle-auctions.ts'
import { tellCancelled } from './server/notify-cancelled.ts'

export const module = defineModule({
  name: 'programs',
  site: 'auction',
  contract: programs,
  handlers: programHandlers,
  isPublic: true,
  personal,
  jobs: { tellCancelled },
  scopes: { 'console:auction': ['owner', 'manager'] },
})
