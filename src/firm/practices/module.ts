import { defineModule } from '#kit/module/module.ts'
import { practices } from './contract.ts'
import { practiceHandlers } from './server/handle-practices.ts'

export const module = defineModule({
  name: 'practices',
  site: 'firm',
  contract: practices,
  handlers: practiceHandlers,
  fileUses: {
    practices: {
      section: 'console:practices',
      entity: 'practices',
      title: 'r.title',
      to: '/console/practices/{id}',
      follows: true,
    },
  },
  isPublic: true,
  scopes: { 'console:practices': ['owner', 'manager'] },
  search: { kinds: { practice: 10 }, tags: ['practices'] },
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
