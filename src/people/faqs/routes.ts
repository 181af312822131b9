import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('center/faqs', 'console/list.tsx'),
  route('center/faqs/order', 'console/order.tsx'),
  route('center/faqs/create', 'console/form.tsx', { id: 'faqs/create' }),
  route('center/faqs/:id', 'console/form.tsx', { id: 'faqs/form' }),
]
