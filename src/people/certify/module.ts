import { defineModule } from '#kit/module/module.ts'
import { certify } from './contract.ts'
import { certifyHandlers } from './server/handle-certify.ts'
import { forgetCodes, personal } from './server/send-code.ts'

export const module = defineModule({
  name: 'certify',
  isPublic: true,
  contract: certify,
  handlers: certifyHandlers,
  personal,
  jobs: { forgetCodes },
  schedules: [{ cron: '47 * * * *', job: 'forgetCodes' }],
})
