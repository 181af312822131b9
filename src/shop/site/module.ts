import { mountCards } from '#content/site/social-cards/serve-cards.ts'
import { defineModule } from '#kit/module/module.ts'
import type { ShopApi } from './loader-context.ts'
import { listSitemapPages } from './server/list-site-map-pages.ts'
import { cardStyle } from './social-cards/card-style.ts'
import { cardKinds, cardsPath } from './social-cards/create-cards.ts'
import { readCard } from './social-cards/read-card.ts'

/** Module of the shop's pages, besides the routes of React Router. */
export const module = defineModule({
  name: 'site',
  site: 'shop',
  contract: {},
  handlers: {},
  pages: listSitemapPages,
  mount: (server, { services, root, clients }) =>
    mountCards(server, {
      services,
      root,
      at: cardsPath,
      folder: 'cards-shop',
      kinds: cardKinds,
      dress: cardStyle,
      // The registry creates clients of exactly the contracts that `ShopApi` names; registry.test.ts compares them.
      read: (name) => readCard(clients(name.locale) as ShopApi, name),
    }),
})
