import { data, type RouterContextProvider } from 'react-router'
import type { popups } from '#content/popups/contract.ts'
import type { Client } from '#kit/client.ts'
import { type PageContext, pageContext } from '#kit/web/page-context.ts'
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

/** Context for the frame's loader, which also runs around error pages. */
export const frameContext = (context: Readonly<RouterContextProvider>): PageContext & { api: AuctionApi } =>
  // The kit passes clients on without knowing the modules; app.ts provides exactly these.
  context.get(pageContext) as PageContext & { api: AuctionApi }

/**
 * Context for a page's loader: `const { api, locale } = auctionContext(context)`. Throws 403 if a preview is refused.
 */
export const auctionContext = (context: Readonly<RouterContextProvider>): PageContext & { api: AuctionApi } => {
  const page = frameContext(context)
  if (page.preview === 'refused') throw data({ code: 'preview' }, { status: 403 })
  return page
}
