import { prefix } from '@react-router/dev/routes'
import type { Locale } from '#kit/locale.ts'
import { routesIn } from '#kit/web/routes-in.ts'

const { index, layout, route } = routesIn(import.meta.dirname)

/** Routes per locale, with ids like `en/shop/product`; Korean paths have no locale prefix. */
export const publicRoutes = (locale: Locale) => {
  const id = (name: string) => ({ id: `${locale}/shop/${name}` })
  return [
    layout('layout/shop-layout.tsx', id('frame'), [
      layout('layout/page-frame.tsx', id('page'), [
        ...prefix('shop', [
          index('catalogue/catalogue-page.tsx', id('home')),
          route('categories/:category', 'catalogue/catalogue-page.tsx', id('category')),
          route('products/:product', 'product/product-page.tsx', id('product')),
          route('*', 'layout/not-found-page.tsx', id('missing')),
        ]),
        route('cart', 'cart/cart-page.tsx', id('cart')),
        route('checkout', 'checkout/checkout-page.tsx', id('checkout')),
        route('orders', 'find-order/find-order-page.tsx', id('find')),
        route('orders/:order', 'order/order-page.tsx', id('order')),
        route('orders/:order/card', 'card/card-page.tsx', id('card')),
        route('orders/:order/exchange', 'claim/exchange-page.tsx', id('exchange')),
        route('orders/:order/return', 'claim/return-page.tsx', id('return')),
      ]),
    ]),
    // Inside the layout of the member's pages.
    layout('../../people/account/me/layout.tsx', { id: `${locale}/me/shop` }, [
      route('me/purchases', 'public/my-purchases.tsx', { id: `${locale}/me/purchases` }),
      route('me/points', 'public/my-points.tsx', { id: `${locale}/me/points` }),
      route('me/coupons', 'public/my-coupons.tsx', { id: `${locale}/me/coupons` }),
      route('me/reviews', 'public/my-reviews.tsx', { id: `${locale}/me/reviews` }),
    ]),
  ]
}
