import { defineModule } from '#kit/module/module.ts'
import { approvals } from './contract.ts'
import { approvalHandlers } from './server/handle-approvals.ts'
import { approvalPort, deleteOldApprovals, listWaitingWork, personal } from './server/request-approval.ts'

export const module = defineModule({
  name: 'approvals',
  contract: approvals,
  handlers: approvalHandlers,
  scopes: { 'console:approvals': ['owner', 'manager', 'editor', 'counsel'] },
  approvals: approvalPort,
  desk: listWaitingWork,
  personal,
  jobs: { forgetApprovals: deleteOldApprovals },
  schedules: [{ cron: '23 18 * * *', job: 'forgetApprovals' }],
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
