import { mountCards } from '#content/site/social-cards/serve-cards.ts'
import { defineModule } from '#kit/module/module.ts'
import { cardStyle } from './cards/card-style.ts'
import { readCard } from './cards/read-card.ts'
import { cardKinds, cardsPath } from './cards/social-card.ts'
import type { AuctionApi } from './loader-context.ts'
import { listSitemapPages } from './sitemap-pages.ts'

/** Sitemap pages and social cards of the auction site; its page routes are in `routes.ts`. */
export const module = defineModule({
  name: 'site',
  site: 'auction',
  contract: {},
  handlers: {},
  pages: listSitemapPages,
  mount: (server, { services, root, clients }) =>
    mountCards(server, {
      services,
      root,
      at: cardsPath,
      folder: 'cards-auction',
      kinds: cardKinds,
      dress: cardStyle,
      // The registry creates exactly the clients that AuctionApi names; registry.test.ts compares them.
      read: (name) => readCard(clients(name.locale) as AuctionApi, name),
    }),
})
