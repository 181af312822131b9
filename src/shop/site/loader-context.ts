import { data, type RouterContextProvider } from 'react-router'
import type { popups } from '#content/popups/contract.ts'
import type { Client } from '#kit/client.ts'
import { type PageContext, pageContext } from '#kit/web/page-context.ts'
import type { settings } from '#platform/settings/contract.ts'
import type { categories } from '../categories/contract.ts'
import type { conditions } from '../conditions/contract.ts'
import type { goods } from '../goods/contract.ts'
import type { payments } from '../payments/contract.ts'
import type { reviews } from '../reviews/contract.ts'

/** The clients a loader of the shop's pages calls, one a contract. `src/app.ts` makes them. */
export interface ShopApi {
  categories: Client<typeof categories>
  conditions: Client<typeof conditions>
  goods: Client<typeof goods>
  payments: Client<typeof payments>
  popups: Client<typeof popups>
  reviews: Client<typeof reviews>
  settings: Client<typeof settings>
}

/** What the loader of the frame works with: it is shown around error pages too. */
export const frameContext = (context: Readonly<RouterContextProvider>): PageContext & { api: ShopApi } =>
  // The kit carries the clients without knowing the modules; app.ts gives exactly these.
  context.get(pageContext) as PageContext & { api: ShopApi }

/** What a page's loader works with: `const { api, locale } = shopContext(context)`. */
export const shopContext = (context: Readonly<RouterContextProvider>): PageContext & { api: ShopApi } => {
  const page = frameContext(context)
  if (page.preview === 'refused') throw data({ code: 'preview' }, { status: 403 })
  return page
}
