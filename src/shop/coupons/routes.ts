import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('shop/coupons', 'console/coupon-list.tsx', { id: 'shop/coupons' }),
  route('shop/coupons/create', 'console/coupon-form.tsx', { id: 'shop/coupons/create' }),
  route('shop/coupons/:id', 'console/coupon-form.tsx', { id: 'shop/coupons/form' }),
]
