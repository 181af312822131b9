import { defineModule } from '#kit/module/module.ts'
import { participants } from './contract.ts'
import { reviews } from './contract-review.ts'
import { personal } from './server/export-personal-data.ts'
import { participantHandlers } from './server/handle-participants.ts'
import { reviewHandlers } from './server/handle-reviews.ts'
import { listMemberFairs } from './server/list-member-fairs.ts'
import { listWaitingReviews } from './server/list-waiting-reviews.ts'

export const module = defineModule({
  name: 'participants',
  site: 'match',
  contract: { ...participants, ...reviews },
  handlers: { ...participantHandlers, ...reviewHandlers },
  desk: listWaitingReviews,
  isPublic: true,
  search: { kinds: { seller: 80 }, tags: ['match'] },
  personal,
  memberParts: [{ key: 'participants', section: 'console:fairs', read: listMemberFairs }],
})
