import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('shop/coupons', 'console/list.tsx', { id: 'shop/coupons' }),
  route('shop/coupons/create', 'console/form.tsx', { id: 'shop/coupons/create' }),
  route('shop/coupons/:id', 'console/form.tsx', { id: 'shop/coupons/form' }),
]
