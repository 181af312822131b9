import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [route('shop/returns', 'console/return-list.tsx', { id: 'shop/returns' })]
