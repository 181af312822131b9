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

/** API clients of the shop's loaders, one per contract; `src/app.ts` creates them. */
export interface ShopApi {
  categories: Client<typeof categories>
  conditions: Client<typeof conditions>
  goods: Client<typeof goods>
  payments: Client<typeof payments>
  popups: Client<typeof popups>
  reviews: Client<typeof reviews>
  settings: Client<typeof settings>
}

/** Returns the context of the layout loader; the layout is also rendered around error pages. */
export const frameContext = (context: Readonly<RouterContextProvider>): PageContext & { api: ShopApi } =>
  // The kit carries the clients untyped; `app.ts` provides exactly these.
  context.get(pageContext) as PageContext & { api: ShopApi }

/**
 * Returns the context of a page loader: `const { api, locale } = shopContext(context)`. Throws 403 if a preview is
 * refused.
 */
export const shopContext = (context: Readonly<RouterContextProvider>): PageContext & { api: ShopApi } => {
  const page = frameContext(context)
  if (page.preview === 'refused') throw data({ code: 'preview' }, { status: 403 })
  return page
}
