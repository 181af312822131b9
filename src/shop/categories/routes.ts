import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('shop/categories', 'console/tree.tsx', { id: 'shop/categories' }),
  route('shop/categories/create', 'console/form.tsx', { id: 'shop/categories/create' }),
  route('shop/categories/:id', 'console/form.tsx', { id: 'shop/categories/form' }),
]
