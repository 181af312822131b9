import { prefix } from '@react-router/dev/routes'
import type { Locale } from '#kit/locale.ts'
import { routesIn } from '#kit/web/routes-in.ts'

const { index, layout, route } = routesIn(import.meta.dirname)

/** Of each language, under ids like `en/shop/product`; the addresses of Korean have no language in front. */
export const publicRoutes = (locale: Locale) => {
  const id = (name: string) => ({ id: `${locale}/shop/${name}` })
  return [
    layout('layout.tsx', id('frame'), [
      layout('page-frame.tsx', id('page'), [
        ...prefix('shop', [
          index('shelf/shelf.tsx', id('home')),
          route('categories/:category', 'shelf/shelf.tsx', id('category')),
          route('products/:product', 'product/product.tsx', id('product')),
          route('*', 'missing.tsx', id('missing')),
        ]),
        route('cart', 'cart/cart.tsx', id('cart')),
        route('checkout', 'checkout/checkout.tsx', id('checkout')),
        route('orders', 'order/find.tsx', id('find')),
        route('orders/:order', 'order/order.tsx', id('order')),
        route('orders/:order/card', 'card/card.tsx', id('card')),
        route('orders/:order/exchange', 'order/exchange.tsx', id('exchange')),
        route('orders/:order/return', 'order/return.tsx', id('return')),
      ]),
    ]),
    // Within the frame of the member's pages.
    layout('../../people/account/me/layout.tsx', { id: `${locale}/me/shop` }, [
      route('me/purchases', 'public/my-purchases.tsx', { id: `${locale}/me/purchases` }),
      route('me/points', 'public/my-points.tsx', { id: `${locale}/me/points` }),
      route('me/coupons', 'public/my-coupons.tsx', { id: `${locale}/me/coupons` }),
      route('me/reviews', 'public/my-reviews.tsx', { id: `${locale}/me/reviews` }),
    ]),
  ]
}
