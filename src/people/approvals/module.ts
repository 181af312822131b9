import { defineModule } from '#kit/module/module.ts'
import { approvals } from './contract.ts'
import { deleteOldApprovals } from './server/delete-approvals.ts'
import { personal } from './server/export-personal-data.ts'
import { approvalHandlers } from './server/handle-approvals.ts'
import { listWaitingWork } from './server/list-waiting-work.ts'
import { approvalPort } from './server/request-approval.ts'

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
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
