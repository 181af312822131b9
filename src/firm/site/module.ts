import { mountCards } from '#content/site/social-cards/serve-cards.ts'
import { defineModule } from '#kit/module/module.ts'
import type { SiteApi } from './loader-context.ts'
import { cardStyle } from './social-cards/card-style.ts'
import { cardKinds } from './social-cards/firm-cards.ts'
import { readCard } from './social-cards/read-card.ts'

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
      dress: cardStyle,
      // The registry creates clients of exactly the contracts that SiteApi names; registry.test.ts compares them.
      read: (name) => readCard(clients(name.locale) as SiteApi, name),
    }),
})
