import { defineModule } from '#kit/module/module.ts'
import { companies } from './contract.ts'
import { companyHandlers } from './server.ts'
import { personal } from './service.ts'

/** What the rest of the product needs of companies. */
export const module = defineModule({
  name: 'companies',
  contract: companies,
  handlers: companyHandlers,
  personal,
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
