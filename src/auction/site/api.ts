import { data, type RouterContextProvider } from 'react-router'
import type { popups } from '#content/popups/contract.ts'
import type { Client } from '#kit/client.ts'
import { type PageContext, pageContext } from '#kit/web/page-context.ts'
import type { settings } from '#platform/settings/contract.ts'
import type { authors } from '../authors/contract.ts'
import type { bids } from '../bids/contract.ts'
import type { files } from '../files/contract.ts'
import type { programs } from '../programs/contract.ts'
import type { works } from '../works/contract.ts'

/** The clients a loader of the auction's pages calls, one a contract. `src/app.ts` makes them. */
export interface AuctionApi {
  authors: Client<typeof authors>
  bids: Client<typeof bids>
  files: Client<typeof files>
  programs: Client<typeof programs>
  popups: Client<typeof popups>
  settings: Client<typeof settings>
  works: Client<typeof works>
}

/** What the loader of the frame works with: it is shown around error pages too. */
export const frameContext = (context: Readonly<RouterContextProvider>): PageContext & { api: AuctionApi } =>
  // The kit carries the clients without knowing the modules; app.ts gives exactly these.
  context.get(pageContext) as PageContext & { api: AuctionApi }

/** What a page's loader works with: `const { api, locale } = auctionContext(context)`. */
export const auctionContext = (context: Readonly<RouterContextProvider>): PageContext & { api: AuctionApi } => {
  const page = frameContext(context)
  if (page.preview === 'refused') throw data({ code: 'preview' }, { status: 403 })
  return page
}
