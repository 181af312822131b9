import { mountCards } from '#content/site/cards/serve-cards.ts'
import { defineModule } from '#kit/module/module.ts'
import { dress } from './cards/card-style.ts'
import { readCard } from './cards/read-card.ts'
import { cardKinds, cardsAt } from './cards/social-card.ts'
import type { AuctionApi } from './loader-context.ts'
import { auctionPages } from './sitemap-pages.ts'

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
