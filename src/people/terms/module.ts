import { defineModule } from '#kit/module/module.ts'
import { terms } from './contract.ts'
import { termsHandlers } from './server.ts'

/** What the rest of the product needs of terms. */
export const module = defineModule({
  name: 'terms',
  contract: terms,
  handlers: termsHandlers,
  isPublic: true,
  scopes: { 'console:terms': ['owner', 'manager'] },
  fill: async (context, filling) => (await import('./demo.ts')).fill(context, filling),
})
