import { data, type RouterContextProvider } from 'react-router'
import type { popups } from '#content/popups/contract.ts'
import type { Client } from '#kit/client.ts'
import { type PageContext, pageContext } from '#kit/web/page-context.ts'
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

/** Context of the frame loader. Ignores a refused preview, because the frame also surrounds error pages. */
export const frameContext = (context: Readonly<RouterContextProvider>): PageContext & { api: MatchApi } =>
  // The kit passes the clients untyped; app.ts creates exactly these.
  context.get(pageContext) as PageContext & { api: MatchApi }

/** Context of a page loader: `const { api, locale } = matchContext(context)`. Throws 403 for a refused preview. */
export const matchContext = (context: Readonly<RouterContextProvider>): PageContext & { api: MatchApi } => {
  const page = frameContext(context)
  if (page.preview === 'refused') throw data({ code: 'preview' }, { status: 403 })
  return page
}
