import { defineModule } from '#kit/module/module.ts'
import { twoStep } from './contract.ts'
import { deleteExpiredPendingLogins, personal } from './server/create-pending-login.ts'
import { twoStepHandlers } from './server/handle-two-step.ts'

export const module = defineModule({
  name: 'two-step',
  contract: twoStep,
  handlers: twoStepHandlers,
  personal,
  jobs: { forgetPendingLogins: deleteExpiredPendingLogins },
  schedules: [{ cron: '22 * * * *', job: 'forgetPendingLogins' }],
})
