import { defineModule } from '#kit/module/module.ts'
import { certify } from './contract.ts'
import { certifyHandlers } from './server/handle-certify.ts'
import { deleteExpiredCodes, personal } from './server/send-code.ts'

export const module = defineModule({
  name: 'certify',
  isPublic: true,
  contract: certify,
  handlers: certifyHandlers,
  personal,
  jobs: { forgetCodes: deleteExpiredCodes },
  schedules: [{ cron: '47 * * * *', job: 'forgetCodes' }],
})
