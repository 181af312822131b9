import { defineModule } from '#kit/module/module.ts'
import { approvals } from './contract.ts'
import { approvalHandlers } from './server/handle-approvals.ts'
import { deskOf, forgetApprovals, keeper, personal } from './server/request-approval.ts'

export const module = defineModule({
  name: 'approvals',
  contract: approvals,
  handlers: approvalHandlers,
  scopes: { 'console:approvals': ['owner', 'manager', 'editor', 'counsel'] },
  approvals: keeper,
  desk: deskOf,
  personal,
  jobs: { forgetApprovals },
  schedules: [{ cron: '23 18 * * *', job: 'forgetApprovals' }],
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
