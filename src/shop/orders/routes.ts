import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('shop/orders', 'console/order-list.tsx', { id: 'shop/orders' }),
  route('shop/orders/shipping', 'shipping/console/shipping-screen.tsx', { id: 'shop/shipping' }),
  route('shop/orders/:id', 'console/order-screen.tsx', { id: 'shop/order' }),
]
