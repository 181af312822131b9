import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [route('shop/exchanges', 'console/exchange-list.tsx', { id: 'shop/exchanges' })]
