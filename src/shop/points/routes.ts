import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Under `/console`. */
export const consoleRoutes = [
  route('shop/points', 'console/list.tsx', { id: 'shop/points' }),
  route('shop/points/:id', 'console/member.tsx', { id: 'shop/points/member' }),
]
