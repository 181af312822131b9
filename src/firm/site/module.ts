import { mountCards } from '#content/site/cards/serve-cards.ts'
import { defineModule } from '#kit/module/module.ts'
import type { SiteApi } from './api.ts'
import { cardKinds } from './found/card.ts'
import { dress } from './found/dress.ts'
import { readCard } from './found/read-card.ts'

/** The firm's pages: what they need in addition to the routes of React Router. */
export const module = defineModule({
  name: 'site',
  site: 'firm',
  contract: {},
  handlers: {},
  mount: (server, { services, root, clients }) =>
    mountCards(server, {
      services,
      root,
      at: '/og',
      folder: 'cards',
      kinds: cardKinds,
      dress,
      // The registry creates clients of exactly the contracts that SiteApi names; registry.test.ts compares them.
      read: (name) => readCard(clients(name.locale) as SiteApi, name),
    }),
})
