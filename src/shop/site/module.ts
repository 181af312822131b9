import { mountCards } from '#content/site/social-cards/serve-cards.ts'
import { defineModule } from '#kit/module/module.ts'
import type { ShopApi } from './api.ts'
import { cardKinds, cardsAt } from './found/card.ts'
import { dress } from './found/dress.ts'
import { readCard } from './found/read-card.ts'
import { shopPages } from './pages.ts'

/** The shop's pages: what they need beside the routes of React Router. */
export const module = defineModule({
  name: 'site',
  site: 'shop',
  contract: {},
  handlers: {},
  pages: shopPages,
  mount: (server, { services, root, clients }) =>
    mountCards(server, {
      services,
      root,
      at: cardsAt,
      folder: 'cards-shop',
      kinds: cardKinds,
      dress,
      // The registry makes clients of exactly the contracts that ShopApi names; registry.test.ts compares them.
      read: (name) => readCard(clients(name.locale) as ShopApi, name),
    }),
})
