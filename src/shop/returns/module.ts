import { defineModule } from '#kit/module/module.ts'
import { returns } from './contract.ts'
import { describeApproval } from './server/describe-approval.ts'
import { returnHandlers } from './server/handle-returns.ts'
import { listWaitingReturns } from './server/list-waiting-work.ts'

export const module = defineModule({
  name: 'returns',
  site: 'shop',
  contract: returns,
  handlers: returnHandlers,
  fileUses: {
    shop_returns: { section: 'console:shop', entity: 'returns', to: '/console/shop/returns' },
  },
  asked: { approve: describeApproval },
  desk: listWaitingReturns,
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
