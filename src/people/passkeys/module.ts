import { defineModule } from '#kit/module/module.ts'
import { passkeys } from './contract.ts'
import { passkeyHandlers } from './server.ts'
import { forgetChallenges, personal } from './service.ts'
import { mountRelatedOrigins } from './service-origins.ts'

export const module = defineModule({
  name: 'passkeys',
  contract: passkeys,
  handlers: passkeyHandlers,
  mount: mountRelatedOrigins,
  personal,
  jobs: { forgetPasskeyChallenges: forgetChallenges },
  schedules: [{ cron: '27 * * * *', job: 'forgetPasskeyChallenges' }],
})
