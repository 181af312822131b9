import { defineModule } from '#kit/module/module.ts'
import { conditions } from './contract.ts'
import { conditionHandlers } from './server/handle-conditions.ts'

export const module = defineModule({
  name: 'conditions',
  site: 'shop',
  contract: conditions,
  handlers: conditionHandlers,
  isPublic: true,
  scopes: { 'console:shop': ['owner', 'manager'] },
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
