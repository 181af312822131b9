import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Below `/console`. */
export const consoleRoutes = [route('auction/sales', 'console/sale-list.tsx', { id: 'auction/sales' })]
