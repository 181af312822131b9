import { defineModule } from '#kit/module/module.ts'
import { levels } from './contract.ts'
import { levelHandlers } from './server/handle-levels.ts'

export const module = defineModule({
  name: 'levels',
  contract: levels,
  handlers: levelHandlers,
  scopes: { 'console:levels': ['owner'] },
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
