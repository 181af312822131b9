import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('shop/points', 'console/point-list.tsx', { id: 'shop/points' }),
  route('shop/points/:id', 'console/member-points.tsx', { id: 'shop/points/member' }),
]
