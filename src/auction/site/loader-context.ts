import type { popups } from '#content/popups/contract.ts'
import type { Client } from '#kit/client.ts'
import { createLoaderContexts } from '#kit/web/page-context.ts'
import type { settings } from '#platform/settings/contract.ts'
import type { auctions } from '../auctions/contract.ts'
import type { authors } from '../authors/contract.ts'
import type { bids } from '../bids/contract.ts'
import type { files } from '../files/contract.ts'
import type { works } from '../works/contract.ts'

/** API clients for the loaders of the auction's pages, one per contract; created in `src/app.ts`. */
export interface AuctionApi {
  authors: Client<typeof authors>
  bids: Client<typeof bids>
  files: Client<typeof files>
  programs: Client<typeof auctions>
  popups: Client<typeof popups>
  settings: Client<typeof settings>
  works: Client<typeof works>
}

/** Contexts of loaders: `const { api, locale } = auctionContext(context)`. */
export const { readFrame: frameContext, readPage: auctionContext } = createLoaderContexts<AuctionApi>()
