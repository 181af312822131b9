import { mountCards } from '#content/site/social-cards/serve-cards.ts'
import { defineModule } from '#kit/module/module.ts'
import { cardStyle } from './cards/card-style.ts'
import { cardKinds, cardsPath } from './cards/match-card.ts'
import { readCard } from './cards/read-card.ts'
import type { MatchApi } from './loader-context.ts'
import { listSiteMapPages } from './server/list-site-map-pages.ts'

/** Match pages: what they need in addition to the routes of React Router. */
export const module = defineModule({
  name: 'site',
  site: 'match',
  contract: {},
  handlers: {},
  seed: async (context, seeding) => (await import('./demo.ts')).seed(context, seeding),
  pages: listSiteMapPages,
  mount: (server, { services, root, clients }) =>
    mountCards(server, {
      services,
      root,
      at: cardsPath,
      folder: 'cards-match',
      kinds: cardKinds,
      dress: cardStyle,
      // The registry creates clients for exactly the contracts in MatchApi; registry.test.ts compares them.
      read: (name) => readCard(clients(name.locale) as MatchApi, name),
    }),
})
