import { defineModule } from '#kit/module/module.ts'
import { terms } from './contract.ts'
import { termsHandlers } from './server/handle-terms.ts'

export const module = defineModule({
  name: 'terms',
  contract: terms,
  handlers: termsHandlers,
  fileUses: {
    terms: { section: 'console:terms', entity: 'terms', title: 'r.title', to: '/console/terms/{id}' },
  },
  isPublic: true,
  scopes: { 'console:terms': ['owner', 'manager'] },
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
