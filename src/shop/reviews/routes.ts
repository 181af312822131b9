import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('shop/reviews', 'console/review-list.tsx', { id: 'shop/reviews' }),
  route('shop/reviews/:id', 'console/review-screen.tsx', { id: 'shop/review' }),
]
