import { defineModule } from '#kit/module/module.ts'
import { participants } from './contract.ts'
import { participantHandlers } from './server.ts'
import { deskOf } from './service-desk.ts'
import { personal } from './service-personal.ts'

/** What the rest of the product needs of the companies in Match. */
export const module = defineModule({
  name: 'participants',
  site: 'match',
  contract: participants,
  handlers: participantHandlers,
  desk: deskOf,
  isPublic: true,
  search: { kinds: { seller: 80 }, tags: ['match'] },
  personal,
})
