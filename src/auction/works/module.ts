import { defineModule } from '#kit/module/module.ts'
import { works } from './contract.ts'
import { sheets } from './contract-sheet.ts'
import { personal } from './server/export-personal-data.ts'
import { bookmarkable } from './server/find-works.ts'
import { sheetHandlers } from './server/handle-sheet.ts'
import { workHandlers } from './server/handle-works.ts'
import { sendEndNotices } from './server/send-end-notices.ts'

export const module = defineModule({
  name: 'works',
  site: 'auction',
  contract: { ...works, ...sheets },
  handlers: { ...workHandlers, ...sheetHandlers },
  fileUses: {
    auction_works: {
      section: 'console:auction',
      entity: 'works',
      title: 'r.title',
      to: '/console/auction/works/{id}',
      follows: true,
      zoom: true,
    },
  },
  isPublic: true,
  search: { kinds: { work: 55 }, tags: ['auction'] },
  personal,
  bookmarkable: bookmarkable,
  jobs: { tellNotices: sendEndNotices },
  schedules: [{ cron: '* * * * *', job: 'tellNotices' }],
})
