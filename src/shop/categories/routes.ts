import { routesIn } from '#kit/web/routes-in.ts'

const { route } = routesIn(import.meta.dirname)

/** Routes below `/console`. */
export const consoleRoutes = [
  route('shop/categories', 'console/category-tree.tsx', { id: 'shop/categories' }),
  route('shop/categories/create', 'console/category-form.tsx', { id: 'shop/categories/create' }),
  route('shop/categories/:id', 'console/category-form.tsx', { id: 'shop/categories/form' }),
]
