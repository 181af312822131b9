import { prefix } from '@react-router/dev/routes'
import type { Locale } from '#kit/locale.ts'
import { routesIn } from '#kit/web/routes-in.ts'

const { index, layout, route } = routesIn(import.meta.dirname)

/** Routes of one language, with ids like `en/match/fair`; Korean URLs have no language prefix. */
export const publicRoutes = (locale: Locale) => {
  const id = (name: string) => ({ id: `${locale}/match/${name}` })
  return prefix('match', [
    layout('layout.tsx', id('frame'), [
      layout('page-frame.tsx', id('page'), [
        index('home/home.tsx', id('home')),
        route('about', 'guide/about.tsx', id('about')),
        route('manual/:side', 'guide/manual.tsx', id('manual')),
        route('notices', 'support/notices.tsx', id('notices')),
        route('notices/:notice', 'support/notice.tsx', id('notice')),
        route('faq', 'support/faq.tsx', id('faq')),
        route('join', 'join/join.tsx', id('join')),
        route('join/:side', 'join/side.tsx', id('join/side')),
        route('fairs', 'fairs/fairs.tsx', id('fairs')),
        route('fairs/:fair', 'fairs/sellers.tsx', id('fair')),
        route('fairs/:fair/products', 'fairs/products.tsx', id('fair/products')),
        route('fairs/:fair/buyers', 'fairs/buyers.tsx', id('fair/buyers')),
        route('fairs/:fair/programme', 'fairs/programme.tsx', id('fair/programme')),
        route('fairs/:fair/products/:product', 'products/product.tsx', id('fair/product')),
        route('fairs/:fair/sellers/:seller', 'fairs/seller.tsx', id('fair/seller')),
        route('fairs/:fair/buyers/:buyer', 'fairs/buyer.tsx', id('fair/buyer')),
        route('products', 'products/products.tsx', id('products')),
        route('products/:product', 'products/product.tsx', id('product')),
        route('search', 'found/search.tsx', id('search')),
        route('search/:keyword', 'found/search.tsx', id('search/keyword')),
        route('*', 'missing.tsx', id('missing')),
      ]),
    ]),
  ])
}
