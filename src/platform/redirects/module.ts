import { defineModule } from '#kit/module/module.ts'
import { redirects } from './contract.ts'
import { redirectHandlers } from './server.ts'
import { findRedirect } from './service.ts'

/** What the rest of the product needs of redirects. */
export const module = defineModule({
  name: 'redirects',
  contract: redirects,
  handlers: redirectHandlers,
  scopes: { 'console:redirects': ['owner', 'manager'] },
  elsewhere: findRedirect,
})
