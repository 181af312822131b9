import { defineModule } from '#kit/module/module.ts'
import { bookmarks } from './contract.ts'
import { bookmarkHandlers } from './server.ts'
import { personal } from './service.ts'
import { overview } from './service-overview.ts'

export const module = defineModule({
  name: 'bookmarks',
  contract: bookmarks,
  handlers: bookmarkHandlers,
  overview,
  personal,
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
