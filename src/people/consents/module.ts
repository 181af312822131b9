import { defineModule } from '#kit/module/module.ts'
import { consents } from './contract.ts'
import { personal } from './server/export-personal-data.ts'
import { consentHandlers } from './server/handle-consents.ts'
import { overview } from './server/summarize-consents.ts'

export const module = defineModule({
  name: 'consents',
  contract: consents,
  handlers: consentHandlers,
  overview,
  personal,
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
})
