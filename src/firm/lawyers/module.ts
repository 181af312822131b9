import { defineModule } from '#kit/module/module.ts'
import { lawyers } from './contract.ts'
import { lawyerHandlers } from './server/handle-lawyers.ts'

export const module = defineModule({
  name: 'lawyers',
  site: 'firm',
  contract: lawyers,
  handlers: lawyerHandlers,
  fileUses: {
    lawyers: {
      section: 'console:lawyers',
      entity: 'lawyers',
      title: 'r.name',
      to: '/console/lawyers/{id}',
      follows: true,
    },
  },
  isPublic: true,
  scopes: { 'console:lawyers': ['owner', 'manager'] },
  search: { kinds: { lawyer: 20 }, tags: ['lawyers'] },
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
