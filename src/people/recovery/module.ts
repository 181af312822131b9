import { defineModule } from '#kit/module/module.ts'
import { recovery } from './contract.ts'
import { recoveryHandlers } from './server/handle-recovery.ts'
import { deleteExpiredLinks, personal } from './server/send-recovery.ts'

export const module = defineModule({
  name: 'recovery',
  contract: recovery,
  handlers: recoveryHandlers,
  personal,
  jobs: { forgetRecoveryLinks: deleteExpiredLinks },
  schedules: [{ cron: '52 * * * *', job: 'forgetRecoveryLinks' }],
})
