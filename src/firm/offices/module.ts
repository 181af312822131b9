import { defineModule } from '#kit/module/module.ts'
import { offices } from './contract.ts'
import { officeHandlers } from './server/handle-offices.ts'

export const module = defineModule({
  name: 'offices',
  site: 'firm',
  contract: offices,
  handlers: officeHandlers,
  fileUses: {
    offices: {
      section: 'console:offices',
      entity: 'offices',
      title: 'r.title',
      to: '/console/offices/{id}',
      follows: true,
    },
  },
  isPublic: true,
  scopes: { 'console:offices': ['owner', 'manager'] },
  search: { kinds: { office: 50 }, tags: ['offices'] },
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
