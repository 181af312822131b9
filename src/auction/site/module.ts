import { mountCards } from '#content/site/cards/serve-cards.ts'
import { defineModule } from '#kit/module/module.ts'
import type { AuctionApi } from './api.ts'
import { cardKinds, cardsAt } from './found/card.ts'
import { dress } from './found/dress.ts'
import { readCard } from './found/read-card.ts'
import { auctionPages } from './pages.ts'

/** Sitemap pages and social cards of the auction site; its page routes are in `routes.ts`. */
export const module = defineModule({
  name: 'site',
  site: 'auction',
  contract: {},
  handlers: {},
  pages: auctionPages,
  mount: (server, { services, root, clients }) =>
    mountCards(server, {
      services,
      root,
      at: cardsAt,
      folder: 'cards-auction',
      kinds: cardKinds,
      dress,
      // The registry creates exactly the clients that AuctionApi names; registry.test.ts compares them.
      read: (name) => readCard(clients(name.locale) as AuctionApi, name),
    }),
})
