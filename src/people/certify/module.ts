import { defineModule } from '#kit/module/module.ts'
import { certify } from './contract.ts'
import { deleteExpiredCodes, personal } from './server/delete-codes.ts'
import { certifyHandlers } from './server/handle-certify.ts'

export const module = defineModule({
  name: 'certify',
  isPublic: true,
  contract: certify,
  handlers: certifyHandlers,
  personal,
  jobs: { forgetCodes: deleteExpiredCodes },
  schedules: [{ cron: '47 * * * *', job: 'forgetCodes' }],
})
