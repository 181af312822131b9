import { defineModule } from '#kit/module/module.ts'
import { bookmarks } from './contract.ts'
import { bookmarkHandlers } from './server/handle-bookmarks.ts'
import { personal } from './server/store-marks.ts'
import { overview } from './server/summarize-bookmarks.ts'

export const module = defineModule({
  name: 'bookmarks',
  contract: bookmarks,
  handlers: bookmarkHandlers,
  overview,
  personal,
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
