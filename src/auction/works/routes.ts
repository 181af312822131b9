import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Below `/console`. */
export const consoleRoutes = [
  route('auction/works', 'console/work-list.tsx', { id: 'auction/works' }),
  route('auction/works/order', 'console/lot-order.tsx', { id: 'auction/works/order' }),
  route('auction/works/import', 'console/work-import.tsx', { id: 'auction/works/import' }),
  route('auction/works/create', 'console/work-form.tsx', { id: 'auction/works/create' }),
  route('auction/works/:id', 'console/work-form.tsx', { id: 'auction/works/form' }),
]
