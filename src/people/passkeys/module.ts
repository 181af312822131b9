import { defineModule } from '#kit/module/module.ts'
import { passkeys } from './contract.ts'
import { deleteExpiredChallenges } from './server/create-challenge.ts'
import { personal } from './server/export-personal-data.ts'
import { passkeyHandlers } from './server/handle-passkeys.ts'
import { mountRelatedOrigins } from './server/publish-origins.ts'

export const module = defineModule({
  name: 'passkeys',
  contract: passkeys,
  handlers: passkeyHandlers,
  mount: mountRelatedOrigins,
  personal,
  jobs: { forgetPasskeyChallenges: deleteExpiredChallenges },
  schedules: [{ cron: '27 * * * *', job: 'forgetPasskeyChallenges' }],
})
