import { defineModule } from '#kit/module/module.ts'
import { invitations } from './contract.ts'
import { invitationHandlers } from './server.ts'
import { overview } from './service-overview.ts'

export const module = defineModule({
  name: 'invitations',
  site: 'match',
  contract: invitations,
  handlers: invitationHandlers,
  overview,
})
