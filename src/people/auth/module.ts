import { defineModule } from '#kit/module/module.ts'
import { auth } from './contract.ts'
import { forgetLogins } from './jobs.ts'
import { authHandlers } from './server.ts'
import { personal } from './service.ts'
import { restMembers } from './service-dormancy.ts'
import { forgetTrusted } from './service-trust.ts'

export const module = defineModule({
  name: 'auth',
  contract: auth,
  handlers: authHandlers,
  personal,
  jobs: { forgetLogins, forgetTrustedDevices: forgetTrusted, restMembers },
  schedules: [
    { cron: '42 18 * * *', job: 'forgetLogins' },
    { cron: '52 18 * * *', job: 'forgetTrustedDevices' },
    // 09:15 in Seoul, so that warnings arrive during the day.
    { cron: '15 0 * * *', job: 'restMembers' },
  ],
})
