import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Under `/console`. */
export const consoleRoutes = [
  route('shop/orders', 'console/list.tsx', { id: 'shop/orders' }),
  route('shop/orders/shipping', 'console/shipping.tsx', { id: 'shop/shipping' }),
  route('shop/orders/:id', 'console/order.tsx', { id: 'shop/order' }),
]
