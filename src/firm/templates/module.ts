import { defineModule } from '#kit/module/module.ts'
import { templates } from './contract.ts'
import { templateHandlers } from './server/handle-templates.ts'

/** Templates share the scope of the requests they reply to (`forms`). */
export const module = defineModule({
  name: 'templates',
  site: 'firm',
  contract: templates,
  handlers: templateHandlers,
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
