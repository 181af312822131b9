import { defineModule } from '#kit/module/module.ts'
import { auth } from './contract.ts'
import { deleteOldLogins } from './server/delete-old-logins.ts'
import { personal } from './server/export-personal-data.ts'
import { authHandlers } from './server/handle-auth.ts'
import { processDormancy } from './server/process-dormancy.ts'
import { deleteExpiredDevices } from './server/trust-device.ts'

export const module = defineModule({
  name: 'auth',
  contract: auth,
  handlers: authHandlers,
  personal,
  jobs: { forgetLogins: deleteOldLogins, forgetTrustedDevices: deleteExpiredDevices, restMembers: processDormancy },
  schedules: [
    { cron: '42 18 * * *', job: 'forgetLogins' },
    { cron: '52 18 * * *', job: 'forgetTrustedDevices' },
    // 09:15 in Seoul, so that warnings arrive during the day.
    { cron: '15 0 * * *', job: 'restMembers' },
  ],
})
