import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('shop/payments', 'console/payment-list.tsx', { id: 'shop/payments' }),
  route('shop/payments/strays', 'console/stray-list.tsx', { id: 'shop/payments/strays' }),
]
