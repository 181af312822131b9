import { defineModule } from '#kit/module/module.ts'
import { withdrawals } from './contract.ts'
import { mountArchive, withdrawalHandlers } from './server.ts'
import { destroyHolds } from './service.ts'

/** What the rest of the product needs of withdrawals. */
export const module = defineModule({
  name: 'withdrawals',
  contract: withdrawals,
  handlers: withdrawalHandlers,
  mount: mountArchive,
  jobs: { destroyLegalHolds: destroyHolds },
  schedules: [{ cron: '12 18 * * *', job: 'destroyLegalHolds' }],
})
