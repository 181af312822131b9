import { defineModule } from '#kit/module/module.ts'
import { templates } from './contract.ts'
import { templateHandlers } from './server.ts'

/** What the rest of the product needs of templates. Its scope is that of the requests they answer (`forms`). */
export const module = defineModule({
  name: 'templates',
  site: 'firm',
  contract: templates,
  handlers: templateHandlers,
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
