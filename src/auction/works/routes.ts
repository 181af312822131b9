import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Below `/console`. */
export const consoleRoutes = [
  route('auction/works', 'console/list.tsx', { id: 'auction/works' }),
  route('auction/works/order', 'console/order.tsx', { id: 'auction/works/order' }),
  route('auction/works/import', 'console/import.tsx', { id: 'auction/works/import' }),
  route('auction/works/create', 'console/form.tsx', { id: 'auction/works/create' }),
  route('auction/works/:id', 'console/form.tsx', { id: 'auction/works/form' }),
]
