import type { popups } from '#content/popups/contract.ts'
import type { Client } from '#kit/client.ts'
import { createLoaderContexts } from '#kit/web/page-context.ts'
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

/** Contexts of loaders: `const { api, locale } = shopContext(context)`. */
export const { readFrame: frameContext, readPage: shopContext } = createLoaderContexts<ShopApi>()
