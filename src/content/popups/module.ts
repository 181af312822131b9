import { defineModule } from '#kit/module/module.ts'
import { popups } from './contract.ts'
import { popupHandlers } from './server/handle-popups.ts'
import { listWaitingWork } from './server/list-waiting-work.ts'

export const module = defineModule({
  name: 'popups',
  contract: popups,
  handlers: popupHandlers,
  fileUses: {
    popups: {
      section: 'console:popups',
      entity: 'popups',
      title: 'r.title',
      to: '/console/popups/{id}',
      follows: true,
    },
  },
  isPublic: true,
  scopes: { 'console:popups': ['owner', 'manager', 'editor'] },
  desk: listWaitingWork,
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
