import { prefix } from '@react-router/dev/routes'
import type { Locale } from '#kit/locale.ts'
import { routesIn } from '#kit/web/routes-in.ts'

const { index, layout, route } = routesIn(import.meta.dirname)

/** Routes of one language, with ids like `en/match/fair`; Korean URLs have no language prefix. */
export const publicRoutes = (locale: Locale) => {
  const id = (name: string) => ({ id: `${locale}/match/${name}` })
  return prefix('match', [
    layout('layout/match-layout.tsx', id('frame'), [
      layout('layout/page-frame.tsx', id('page'), [
        index('home/home-page.tsx', id('home')),
        route('about', 'guide/about-page.tsx', id('about')),
        route('manual/:side', 'guide/manual-page.tsx', id('manual')),
        route('notices', 'support/notices-page.tsx', id('notices')),
        route('notices/:notice', 'support/notice-page.tsx', id('notice')),
        route('faq', 'support/faq-page.tsx', id('faq')),
        route('join', 'join/join-page.tsx', id('join')),
        route('join/:side', 'join/join-role-page.tsx', id('join/side')),
        route('fairs', 'fairs/fairs-page.tsx', id('fairs')),
        route('fairs/:fair', 'fair/fair-sellers-page.tsx', id('fair')),
        route('fairs/:fair/products', 'fair/fair-products-page.tsx', id('fair/products')),
        route('fairs/:fair/buyers', 'fair/fair-buyers-page.tsx', id('fair/buyers')),
        route('fairs/:fair/programme', 'fair/fair-schedule-page.tsx', id('fair/programme')),
        route('fairs/:fair/products/:product', 'products/product-page.tsx', id('fair/product')),
        route('fairs/:fair/sellers/:seller', 'fair/seller-page.tsx', id('fair/seller')),
        route('fairs/:fair/buyers/:buyer', 'fair/buyer-page.tsx', id('fair/buyer')),
        route('products', 'products/products-page.tsx', id('products')),
        route('products/:product', 'products/product-page.tsx', id('product')),
        route('search', 'search/search-page.tsx', id('search')),
        route('search/:keyword', 'search/search-page.tsx', id('search/keyword')),
        route('*', 'layout/not-found-page.tsx', id('missing')),
      ]),
    ]),
  ])
}
