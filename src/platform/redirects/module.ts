import { defineModule } from '#kit/module/module.ts'
import { redirects } from './contract.ts'
import { findRedirect } from './server/find-redirect.ts'
import { redirectHandlers } from './server/handle-redirects.ts'

export const module = defineModule({
  name: 'redirects',
  contract: redirects,
  handlers: redirectHandlers,
  scopes: { 'console:redirects': ['owner', 'manager'] },
  findRedirect: findRedirect,
})
