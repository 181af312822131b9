import { defineModule } from '#kit/module/module.ts'
import { participants } from './contract.ts'
import { reviews } from './contract-review.ts'
import { participantHandlers } from './server.ts'
import { reviewHandlers } from './server-review.ts'
import { deskOf } from './service-desk.ts'
import { participationsOfMember } from './service-member.ts'
import { personal } from './service-personal.ts'

export const module = defineModule({
  name: 'participants',
  site: 'match',
  contract: { ...participants, ...reviews },
  handlers: { ...participantHandlers, ...reviewHandlers },
  desk: deskOf,
  isPublic: true,
  search: { kinds: { seller: 80 }, tags: ['match'] },
  personal,
  memberParts: [{ key: 'participants', section: 'console:fairs', read: participationsOfMember }],
})
