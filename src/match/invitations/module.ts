import { defineModule } from '#kit/module/module.ts'
import { invitations } from './contract.ts'
import { invitationHandlers } from './server/handle-invitations.ts'
import { overview } from './server/list-waiting-invitations.ts'

export const module = defineModule({
  name: 'invitations',
  site: 'match',
  contract: invitations,
  handlers: invitationHandlers,
  overview,
})
