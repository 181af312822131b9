import type { Locale } from '#kit/locale.ts'
import { routesIn } from '#kit/web/routes-in.ts'

const { layout, route } = routesIn(import.meta.dirname)

/** Routes within the member pages, per language. */
export const publicRoutes = (locale: Locale) => [
  layout('../../people/account/me/layout.tsx', { id: `${locale}/me/goods` }, [
    layout('../matchings/my-matchings/public/member-match-frame.tsx', { id: `${locale}/me/goods/hall` }, [
      route('me/products', 'public/my-products.tsx', { id: `${locale}/me/products` }),
      route('me/products/:id', 'public/my-product.tsx', { id: `${locale}/me/product` }),
    ]),
  ]),
]
