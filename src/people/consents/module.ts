import { defineModule } from '#kit/module/module.ts'
import { consents } from './contract.ts'
import { consentHandlers } from './server.ts'
import { personal } from './service.ts'
import { overview } from './service-overview.ts'

export const module = defineModule({
  name: 'consents',
  contract: consents,
  handlers: consentHandlers,
  overview,
  personal,
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
