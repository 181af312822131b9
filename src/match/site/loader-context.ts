import type { popups } from '#content/popups/contract.ts'
import type { Client } from '#kit/client.ts'
import { createLoaderContexts } from '#kit/web/page-context.ts'
import type { fairs } from '#match/fairs/contract.ts'
import type { media } from '#match/meetings/media/contract.ts'
import type { participants } from '#match/participants/contract.ts'
import type { products } from '#match/products/contract.ts'
import type { faqs } from '#people/faqs/contract.ts'
import type { notifications } from '#people/notifications/contract.ts'
import type { search } from '#platform/search/contract.ts'
import type { settings } from '#platform/settings/contract.ts'

/** API clients available to loaders of Match pages, one per contract. Created by `src/app.ts`. */
export interface MatchApi {
  fairs: Client<typeof fairs>
  faqs: Client<typeof faqs>
  meetings: Client<typeof media>
  notifications: Client<typeof notifications>
  participants: Client<typeof participants>
  popups: Client<typeof popups>
  products: Client<typeof products>
  search: Client<typeof search>
  settings: Client<typeof settings>
}

/** Contexts of loaders: `const { api, locale } = matchContext(context)`. */
export const { readFrame: frameContext, readPage: matchContext } = createLoaderContexts<MatchApi>()
