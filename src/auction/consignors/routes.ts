import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Below `/console`. */
export const consoleRoutes = [
  route('auction/consignors', 'console/consignor-list.tsx', { id: 'auction/consignors' }),
  route('auction/consignors/create', 'console/consignor-form.tsx', { id: 'auction/consignors/create' }),
  route('auction/consignors/:id', 'console/consignor-form.tsx', { id: 'auction/consignors/form' }),
]
