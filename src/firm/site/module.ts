import { defineModule } from '#kit/module/module.ts'
import type { SiteApi } from './api.ts'
import { mountCards } from './found/serve-cards.ts'

/** The Firm's pages: what they need beside the routes of React Router. */
export const module = defineModule({
  name: 'site',
  contract: {},
  handlers: {},
  mount: (server, { services, root, clients }) =>
    // The registry makes clients of exactly the contracts that SiteApi names; registry.test.ts compares them.
    mountCards(server, { services, root, clients: (locale) => clients(locale) as SiteApi }),
})
